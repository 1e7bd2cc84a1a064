import { RATE_LIMIT } from "#core/domain/gateway/rate-window.ts";
import { RESTRICTION_CODES } from "#core/domain/gateway/restrictions/words.ts";
import type { Refused, UnknownKeyCode } from "../metering.ts";

/** Reveals nothing about the account. */
export const unknownKey = (code: UnknownKeyCode | "unavailable" = "invalid_api_key"): Refused => ({
  admitted: false,
  code,
  page: null,
  balanceMicros: null,
  limit: RATE_LIMIT,
  remaining: 0,
  resetMs: 0,
});

/** Refusals of a key that may have been created, or extended, since libSQL was read. */
export const isUnknown = (code: string) => code === "invalid_api_key" || code === "key_expired";

/** Refusals that libSQL can't lift. */
export const isFinal = (code: string) =>
  code === "rate_limit_exceeded" || code === "concurrency_limit_exceeded";

const OF_THE_SENDER = new Set<unknown>([...RESTRICTION_CODES, "grant_not_valid"]);

/** Refusals of a sender that the key isn't meant for, who doesn't learn the balance. */
export const hidesBalance = (code: unknown): boolean => OF_THE_SENDER.has(code);
