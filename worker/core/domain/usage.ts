/** One metered request, as the edge measured it. */
export interface UsageRow {
  /** Unique over all accounts; a repeated id is ignored. */
  requestId: string;
  /** accounts.id */
  accountId: number;
  /** api_keys.id */
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
