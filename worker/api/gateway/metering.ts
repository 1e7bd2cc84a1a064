/** What an account's object is asked before a request is forwarded. */
export interface AdmitRequest {
  /** The key's look-up, as `api_keys` stores it. */
  keyHash: string;
  /** Names the usage row; unique over all accounts. */
  requestId: string;
  /** Path of the request, as `normaliseEndpoint` gives it. */
  endpoint: string;
  /** `""` for a request that uses no model. */
  model: string;
  /** An upper bound of the cost, held back until the request is settled. */
  holdMicros: number;
  /** Epoch ms. */
  now: number;
}

/** A key's place in its rate window, and the account's money. */
interface Standing {
  /** Ledger minus what is spent and held. */
  balanceMicros: number;
  limit: number;
  remaining: number;
  /** Until the window is whole again. */
  resetMs: number;
}

export type RefusalCode =
  | "invalid_api_key"
  | "insufficient_balance"
  | "rate_limit_exceeded"
  | "key_disabled"
  | "quota_exceeded"
  | "budget_exceeded";

export type Admitted = Standing & { admitted: true; keyId: number };
export type Refused = Standing & { admitted: false; code: RefusalCode; retryAfterS?: number };
export type AdmitAnswer = Admitted | Refused;

/** What became of an admitted request. Repeating it changes nothing. */
export interface Settlement {
  requestId: string;
  statusCode: number;
  responseTimeMs: number;
  costMicros: number;
  tokensIn: number;
  tokensOut: number;
}

/** The object that admits an account's requests. */
export interface AccountMeter {
  /** `settlements` of earlier requests ride along. */
  admit(request: AdmitRequest, settlements: Settlement[]): Promise<AdmitAnswer>;
  settle(settlements: Settlement[]): Promise<void>;
}

/** The object of the account whose keys carry this route. */
export type MeterOf = (route: string) => AccountMeter;
