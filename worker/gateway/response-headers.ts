import { RATE_WINDOW_MS } from "#core/domain/gateway/rate-window.ts";
import { decimalDollars } from "#core/domain/money.ts";
import type { Admitted } from "./metering.ts";

/** OpenAI's clients ignore a longer wait. */
const RETRY_AFTER_MAX_S = 60;
/** Describe the response itself. All other headers are between the provider and the operator. */
const PASSED_ON = ["content-type", "content-disposition", "content-language"] as const;

/** The provider's headers that a client may see. */
export function passedOnHeaders(provider: Headers): Record<string, string> {
  const kept = retryAfter(provider);
  for (const name of PASSED_ON) {
    const value = provider.get(name);
    if (value !== null) kept[name] = value;
  }
  return kept;
}

/** In whole seconds, and at most as long as clients wait; a date is left out. */
export function retryAfter(provider: Headers): Record<string, string> {
  const seconds = provider.get("retry-after");
  if (seconds === null || !/^\d{1,6}$/.test(seconds)) return {};
  return { "retry-after": String(Math.min(RETRY_AFTER_MAX_S, Number(seconds))) };
}

const RESET_MAX_S = RATE_WINDOW_MS / 1000;

/** The key's rate and the account's balance after the admission. */
export const standingHeaders = ({
  limit,
  remaining,
  resetMs,
  balanceMicros,
}: Pick<Admitted, "limit" | "remaining" | "resetMs" | "balanceMicros">) => ({
  "x-ratelimit-limit-requests": String(limit),
  "x-ratelimit-remaining-requests": String(remaining),
  "x-ratelimit-reset-requests": `${Math.min(RESET_MAX_S, Math.ceil(resetMs / 1000))}s`,
  ...balanceHeader(balanceMicros),
});

/** Left out when the balance is unknown, or the key may not show it. */
export const balanceHeader = (micros: number | null) => ({
  "x-latchkey-balance": micros === null ? undefined : decimalDollars(micros),
});

export const costHeader = (costMicros: number) => ({ "x-latchkey-cost": decimalDollars(costMicros) });

/** Of a response that begins before it is settled. */
export const NO_COST = { "x-latchkey-cost": undefined, "x-latchkey-balance": undefined };
