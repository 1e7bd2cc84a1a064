/**
 * The key of a request that came without one, or with one we do not know: larger than any id of `api_keys`, so that no
 * filter by key meets it, and above 0, which stands for all keys in the roll-up.
 */
export const NO_KEY_ID = Number.MAX_SAFE_INTEGER;

/** One metered request, as the edge measured it. */
export interface UsageRow {
  /** Unique over all accounts; a repeated id is ignored. */
  requestId: string;
  /** accounts.id */
  accountId: number;
  /** api_keys.id, or `NO_KEY_ID`. */
  keyId: number;
  /** Epoch milliseconds. */
  timestamp: number;
  /** Path of the request; stored as `normaliseEndpoint` gives it. */
  endpoint: string;
  statusCode: number;
  /** Milliseconds, whole. */
  responseTime: number;
  costMicros: number;
  tokensIn: number;
  tokensOut: number;
}
