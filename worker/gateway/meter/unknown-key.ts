import { RATE_LIMIT } from "#core/domain/gateway/rate-window.ts";
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
