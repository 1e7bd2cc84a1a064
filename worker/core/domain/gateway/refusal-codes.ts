import { RESTRICTION_CODES } from "./restrictions/words.ts";

/** Reasons to refuse a request that depend on its account, key or plan. */
export const ADMISSION_REFUSALS = [
  "invalid_api_key",
  "insufficient_balance",
  "rate_limit_exceeded",
  "key_disabled",
  /** The response says `key_disabled`: the key's owner can let it work again. */
  "key_expired",
  ...RESTRICTION_CODES,
  /** A grant for the Playground whose session has ended. */
  "grant_not_valid",
  "quota_exceeded",
  "budget_exceeded",
  "spending_limit_exceeded",
  "concurrency_limit_exceeded",
  "account_suspended",
  "account_stopped",
  /** The database is away, and without it the request can't be judged. */
  "unavailable",
] as const;
export type RefusalCode = (typeof ADMISSION_REFUSALS)[number];

/** Reasons that lie in the request itself. */
export const REQUEST_REFUSALS = [
  "invalid_request",
  "unsupported_parameter",
  "unsupported_media_type",
  "payload_too_large",
  "model_not_found",
  "unknown_endpoint",
  "service_unavailable",
  /** Any reason that this code doesn't know. */
  "other",
] as const;
export type RequestRefusal = (typeof REQUEST_REFUSALS)[number];
export type CountedCode = RefusalCode | RequestRefusal;

const KNOWN = new Set<string>([...ADMISSION_REFUSALS, ...REQUEST_REFUSALS]);

/** A code as refusals are counted by it: one of a fixed list, so that no caller can make the counters grow. */
export const countedCode = (code: string): CountedCode => (isKnown(code) ? code : "other");

const isKnown = (code: string): code is CountedCode => KNOWN.has(code);
