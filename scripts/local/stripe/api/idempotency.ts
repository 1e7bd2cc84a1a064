import { createHash } from "node:crypto";
import { nowSeconds } from "../identifiers.ts";
import { findRow, type SavedReply, type Table } from "../state.ts";
import { StripeError, type StripeErrorBody } from "./stripe-error.ts";

/** Stripe forgets idempotency keys after at least 24 hours. */
const KEEP_S = 86_400;

export interface KeyedRequest {
  key: string;
  path: string;
  body: string;
}

/**
 * Stripe's idempotency keys: the same key with the same request gives the first request's reply, also when both
 * arrive at once; with another request it is an error. Only successes and refusals by
 * the bank are kept.
 */
export function idempotentReplies(saved: Table<SavedReply>) {
  const underway = new Map<string, { fingerprint: string; reply: Promise<object> }>();

  const save = ({ key }: KeyedRequest, reply: Omit<SavedReply, "savedAt">) => {
    forgetOld(saved);
    saved[key] = { ...structuredClone(reply), savedAt: nowSeconds() };
  };
  const first = async (request: KeyedRequest, fingerprint: string, run: () => Promise<object>) => {
    try {
      const body = await run();
      save(request, { fingerprint, body });
      return body;
    } catch (error) {
      // A refusal by the bank is a result: the payment exists.
      if (error instanceof StripeError && error.body.type === "card_error")
        save(request, { fingerprint, body: error.body, status: error.status });
      throw error;
    }
  };

  return async (request: KeyedRequest, run: () => Promise<object>): Promise<object> => {
    const fingerprint = createHash("sha256").update(`${request.path}\n${request.body}`).digest("hex");
    const known = underway.get(request.key) ?? findRow(saved, request.key);
    if (known && known.fingerprint !== fingerprint) throw reusedKey();
    if (known) return "reply" in known ? known.reply : replay(known);
    const reply = first(request, fingerprint, run).finally(() => underway.delete(request.key));
    underway.set(request.key, { fingerprint, reply });
    return reply;
  };
}

function replay({ body, status }: SavedReply): object {
  // Only bodies of errors are stored with a status.
  if (status !== undefined) throw new StripeError(status, body as StripeErrorBody);
  return body;
}

const reusedKey = () =>
  new StripeError(400, {
    type: "idempotency_error",
    message:
      "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using another key if you meant to execute a different request.",
  });

/** Keys are stored in order of arrival, oldest first. */
function forgetOld(saved: Table<SavedReply>): void {
  const oldest = nowSeconds() - KEEP_S;
  for (const key of Object.keys(saved)) {
    if ((saved[key]?.savedAt ?? 0) >= oldest) return;
    delete saved[key];
  }
}
