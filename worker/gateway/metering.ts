import type { OutcomeNumber } from "#core/domain/gateway/outcomes.ts";
import type { RefusalCode, RequestRefusal } from "#core/domain/gateway/refusal-codes.ts";
import type { RestrictedRequest } from "#core/domain/gateway/restrictions/table.ts";

export type { RefusalCode };

/** Far above any figure of one request, and sums of many of them stay exact. */
export const FIGURE_MAX = 2 ** 40;

/** The facts that decide whether a request is admitted. */
export interface AdmitRequest extends RestrictedRequest {
  /** The key's lookups, as `api_keys` stores them: under the present pepper, then under the earlier ones. */
  keyHashes: readonly string[];
  /** Names the usage row; unique over all accounts. */
  requestId: string;
  /** Path of the request, as `normaliseEndpoint` gives it. */
  endpoint: string;
  /** An upper bound of the cost, at most `FIGURE_MAX`, held back until the request is settled. */
  holdMicros: number;
  /** The request is free, but costs the operator something: it needs a balance or a plan. */
  needsFunds?: boolean;
  /** Name of the model, `test` for a test key; left out when the request uses none. */
  model?: string;
  /** The price list that the hold was computed from. */
  priceListId?: number;
  /** Origin of the browser that sent the request; null when no browser did. */
  origin: string | null;
  /** The session of the grant that was sent in place of a key. */
  session?: string;
}

/** What is known of a request before its body is read. */
type UnreadRequest = Omit<RestrictedRequest, "model" | "namedModel" | "own">;

/** What can be judged of it then. */
export type PreviewRequest = Pick<
  AdmitRequest,
  "keyHashes" | "requestId" | "origin" | "session" | "needsFunds"
> &
  UnreadRequest;

/** A request that the edge refuses although its key is known, such as one with an invalid body. */
export interface RefuseRequest extends UnreadRequest {
  keyHashes: readonly string[];
  requestId: string;
  code: RequestRefusal;
  origin: string | null;
  session?: string;
}

/** A key's rate window, and the account's money. */
interface Standing {
  /** Ledger minus everything spent and held, this request's hold included; null when the key may not see it. */
  balanceMicros: number | null;
  limit: number;
  remaining: number;
  /** Time until the limit fully resets. */
  resetMs: number;
  /** The origin that may read the response: the request's, if its key allows it. */
  page: string | null;
}

/** `covered`: the account's plan pays for the request, which then costs nothing. */
export type Admitted = Standing & {
  admitted: true;
  keyId: number;
  covered: boolean;
  /** Models that the key may use; missing if it may use all, and for what the gateway doesn't serve itself. */
  models?: readonly string[];
};
export type Refused<Code = RefusalCode> = Standing & {
  admitted: false;
  code: Code;
  retryAfterS?: number;
  /** For the client, if the code alone doesn't say it, and the field of the request at fault. */
  message?: string;
  field?: string;
};
export type AdmitResponse = Admitted | Refused;

/** How an admitted request ended. Repeating it changes nothing. */
export interface Settlement {
  requestId: string;
  statusCode: number;
  responseTimeMs: number;
  /** The price, whoever pays it. */
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

export type UnknownKeyCode = "invalid_api_key" | "key_expired";

export type Identified =
  | {
      known: true;
      /** The request's origin, if the key allows it. */
      page: string | null;
      showsBalance: boolean;
    }
  /** `unavailable`: the key may exist, but libSQL does not respond. `code`: missing from an object of an older version. */
  | { known: false; unavailable: boolean; code?: UnknownKeyCode };

/** The object that admits an account's requests. */
export interface AccountMeter {
  /**
   * Whether a key of the account has one of these lookups. An unknown key is looked up in libSQL at most once a second.
   * The request is counted as refused if its key has expired or was revoked.
   */
  identify: (keyHashes: readonly string[], origin: string | null, requestId: string) => Promise<Identified>;
  /** `settlements` of earlier requests ride along. @param traceparent of a request that is recorded. */
  admit: (request: AdmitRequest, settlements: Settlement[], traceparent?: string) => Promise<AdmitResponse>;
  /** Whether a request with this key would be admitted now if it cost nothing. A refusal is counted. */
  preview: (request: PreviewRequest) => Promise<AdmitResponse>;
  /** Counts a refused request, which also uses the key's rate. @returns the refusal to respond with: the key's own first. */
  refuse: (request: RefuseRequest) => Promise<Refused<RefusalCode | RequestRefusal>>;
  /** Records the cost of a request so far, which is charged if the request is never settled. */
  progress: (settlement: Settlement) => Promise<void>;
  /** Resolves once they are on disk. @returns the balance that they leave; null when it is unknown or not to be shown. */
  settle: (settlements: Settlement[], traceparent?: string) => Promise<number | null>;
  /** Whether browsers on this origin may read responses to a key of these lookups. */
  allows: (keyHashes: readonly string[], origin: string) => Promise<boolean>;
}

/** The object of the account whose keys carry this name. */
export type MeterOf = (meterName: string) => AccountMeter;
