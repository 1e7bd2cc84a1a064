import { decimalDollars } from "#core/domain/money.ts";
import type { AdmitAnswer } from "./metering.ts";

/** OpenAI's clients wait for no longer. */
const RETRY_AFTER_MAX_S = 60;
/** What tells a client about the answer itself; everything else the AI service says is the operator's business. */
const PASSED_ON = [
  "content-type",
  "content-disposition",
  "content-language",
  "openai-model",
  "openai-processing-ms",
  "openai-version",
] as const;

/** Of an answer of the AI service, what a client may see. */
export function passedOnHeaders(upstream: Headers): Record<string, string> {
  const found = PASSED_ON.map((name) => [name, upstream.get(name)] as const);
  const kept = found.filter((entry): entry is [(typeof PASSED_ON)[number], string] => entry[1] !== null);
  return { ...Object.fromEntries(kept), ...retryAfter(upstream) };
}

/** In whole seconds, and no more than clients wait for; a date is left out. */
function retryAfter(upstream: Headers): Record<string, string> {
  const seconds = upstream.get("retry-after") ?? "";
  if (!/^\d{1,6}$/.test(seconds)) return {};
  return { "retry-after": String(Math.min(RETRY_AFTER_MAX_S, Number(seconds))) };
}

/** Where the key and its account stand after the admission. */
export function standingHeaders({
  limit,
  remaining,
  resetMs,
  balanceMicros,
}: AdmitAnswer): Record<string, string> {
  return {
    "x-ratelimit-limit-requests": String(limit),
    "x-ratelimit-remaining-requests": String(remaining),
    "x-ratelimit-reset-requests": `${Math.ceil(resetMs / 1000)}s`,
    ...balanceHeader(balanceMicros),
  };
}

export const balanceHeader = (micros: number) => ({ "x-latchkey-balance": decimalDollars(micros) });

export const costHeader = (costMicros: number) => ({ "x-latchkey-cost": decimalDollars(costMicros) });
