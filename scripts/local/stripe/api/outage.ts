import { StripeError } from "./stripe-error.ts";

/** `refused`: the next requests fail without any effect; `reply_lost`: they take effect, but return an error. */
export interface Outage {
  kind: "refused" | "reply_lost";
  /** Requests still to fail. */
  remaining: number;
}

const unavailable = () =>
  new StripeError(503, { type: "api_error", message: "The emulator was set to fail this request." });

/** Runs a request under the outage that a test has requested, if any. */
export async function underOutage<Reply>(
  state: { outage: Outage | null },
  request: () => Promise<Reply>,
): Promise<Reply> {
  const { outage } = state;
  if (!outage) return request();
  outage.remaining -= 1;
  if (outage.remaining <= 0) state.outage = null;
  if (outage.kind === "reply_lost") await request();
  throw unavailable();
}
