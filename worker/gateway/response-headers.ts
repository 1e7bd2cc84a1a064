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

const MS = /^\d{1,9}(\.\d{1,9})?$/;
const SECONDS = /^\d{1,6}(\.\d{1,9})?$/;
/** RFC 9110, section 5.6.7, without its obsolete forms. */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** When to try again, in whole seconds, and at most as long as clients wait. */
export function retryAfter(provider: Headers, now = Date.now()): Record<string, string> {
  const ms = waitMs(provider, now);
  if (ms === null) return {};
  const seconds = Math.min(RETRY_AFTER_MAX_S, Math.max(0, Math.ceil(ms / 1000)));
  return { "retry-after": String(seconds) };
}

/** Azure's and OpenAI's own header is the more exact one. */
function waitMs(provider: Headers, now: number): number | null {
  const exact = provider.get("retry-after-ms") ?? "";
  if (MS.test(exact)) return Number(exact);
  const usual = provider.get("retry-after") ?? "";
  if (SECONDS.test(usual)) return Number(usual) * 1000;
  const at = DATE.test(usual) ? Date.parse(usual) : Number.NaN;
  return Number.isNaN(at) ? null : at - now;
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
