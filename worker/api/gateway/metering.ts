import type { OutcomeNumber } from "#core/domain/gateway/outcomes.ts";

/** What an account's object is asked before a request is forwarded. */
export interface AdmitRequest {
  /** The key's look-ups, as `api_keys` stores them: under the present pepper, then under the earlier ones. */
  keyHashes: readonly string[];
  /** Names the usage row; unique over all accounts. */
  requestId: string;
  /** Path of the request, as `normaliseEndpoint` gives it. */
  endpoint: string;
  /** An upper bound of the cost, held back until the request is settled. */
  holdMicros: number;
  /** More expensive than a plan covers per request, so the balance pays. */
  beyondPlan?: boolean;
  /** Name of the model, `test` for a test key; left out when the request uses none. */
  model?: string;
  /** The price list that the hold was computed from. */
  priceListId?: number;
  /** Of the page that sent the request, as its browser says; null for what no page sent. */
  origin: string | null;
}

/** A key's place in its rate window, and the account's money. */
interface Standing {
  /** Ledger minus what is spent and held. */
  balanceMicros: number;
  limit: number;
  remaining: number;
  /** Until the window is whole again. */
  resetMs: number;
  /** The origin whose pages may read the answer: the request's, if its key allows it. */
  page: string | null;
}

export type RefusalCode =
  | "invalid_api_key"
  | "insufficient_balance"
  | "rate_limit_exceeded"
  | "key_disabled"
  | "origin_not_allowed"
  | "quota_exceeded"
  | "budget_exceeded"
  | "spending_limit_exceeded"
  | "concurrency_limit_exceeded"
  | "account_suspended"
  /** The account is not known here yet and libSQL does not answer, or too much is under way at once. */
  | "unavailable";

/** `covered`: the account's plan pays for the request, which then costs nothing. */
export type Admitted = Standing & { admitted: true; keyId: number; covered: boolean };
export type Refused = Standing & { admitted: false; code: RefusalCode; retryAfterS?: number };
export type AdmitAnswer = Admitted | Refused;

/** What became of an admitted request. Repeating it changes nothing. */
export interface Settlement {
  requestId: string;
  statusCode: number;
  responseTimeMs: number;
  costMicros: number;
  /** Cached tokens included. */
  tokensIn: number;
  tokensOut: number;
  tokensCached?: number;
  /** Time to the response's first byte; null when there was none. */
  firstByteMs?: number | null;
  outcome?: OutcomeNumber;
  estimated?: boolean;
  /** JSON of a `Bill`; null when nothing was priced. */
  priceLines?: string | null;
}

/** The object that admits an account's requests. */
export interface AccountMeter {
  /** `settlements` of earlier requests ride along. */
  admit: (request: AdmitRequest, settlements: Settlement[]) => Promise<AdmitAnswer>;
  /** Records the cost of a request so far, which is charged if the request is never settled. */
  progress: (settlement: Settlement) => Promise<void>;
  /** Answers once they are on disk. @returns the balance that they leave; null when the object knows no account. */
  settle: (settlements: Settlement[]) => Promise<number | null>;
  /** Whether pages of this origin may read what is answered to a key of these look-ups. */
  allows: (keyHashes: readonly string[], origin: string) => Promise<boolean>;
}

/** The object of the account whose keys carry this route. */
export type MeterOf = (route: string) => AccountMeter;
