import { GATEWAY_ERRORS, type GatewayErrorCode } from "#core/domain/gateway/error-responses.ts";
import { type ApiErrorCode, STATUS_OF, UNREADABLE_STATUS } from "#worker/error-table.ts";
import type { Access } from "../access.ts";
import type { About, Reasons } from "./describe.ts";

/**
 * How a request of the document authenticates: a session or, where a scope is listed, an access token; an API key, the
 * payment provider's signature, a token of the service's operator, or not at all.
 */
export type Credential = Exclude<Access["credential"], "operator"> | "key";

/** @param access null for an operation of the gateway. @throws Error for a route of the desk, which no document shows. */
export function credentialOf(access: Access | null): Credential {
  const credential = access?.credential ?? "key";
  if (credential === "operator") throw new Error("The desk is not part of the document.");
  return credential;
}

/** An error that an operation can return. */
export interface DescribedError {
  status: number;
  code: ApiErrorCode;
  when: string;
}

const ANY: Reasons = {
  internal_error:
    "Something went wrong on our side. Try again; if the error persists, contact our support with the `request_id`",
};
const TOO_MANY: Reasons = {
  rate_limited: "Too many requests in a short time. `Retry-After` says how long to wait",
};
const OF_CREDENTIAL: Record<Credential, Reasons> = {
  session: {
    unauthorized:
      "The access token is missing or invalid, its session has ended, or its owner can no longer sign in",
    account_closed: "The account is closed",
    ...TOO_MANY,
    database_unavailable: "The database is unavailable. Try again shortly",
    identity_unavailable: "The sign-in service can't be reached, and changes need it. Try again in a minute",
  },
  key: { service_unavailable: "The service is not available right now. Try again shortly" },
  signature: { database_unavailable: "The database is unavailable" },
  monitor: TOO_MANY,
  none: TOO_MANY,
};
/** Of an operation that takes access tokens. */
const OF_TOKEN: Reasons = {
  token_expired: "The access token has expired. Create a new one",
  token_revoked: "The access token is revoked. Create a new one",
  insufficient_scope: "The access token doesn't have the scope that the operation needs",
};
/** Of any other operation for people who are signed in. */
const OF_SESSION_ONLY: Reasons = {
  token_not_allowed: "The operation can't be used with an access token, only in the dashboard",
};
const OF_FACTOR: Reasons = {
  second_factor_required:
    "Your account uses two-factor authentication, and this session isn't confirmed with your authenticator app",
};
/** For changes that outlast the session. */
const OF_PRESENCE: Reasons = {
  presence_required:
    "The session wasn't confirmed in the last five minutes: with a code, or with your password if you don't use two-factor authentication",
};
const OF_SETTLED: Reasons = {
  second_factor_removed:
    "Two-factor authentication was turned off in the last ten minutes. `Retry-After` says how long to wait",
};
const OF_INPUT: Reasons = {
  invalid_request: "The input is invalid. `field` names the field, and `error` explains the problem",
};
const OF_BODY: Reasons = { payload_too_large: "The body is too large" };
const UNREADABLE: DescribedError = {
  status: UNREADABLE_STATUS,
  code: "invalid_request",
  when: "The body isn't JSON, or its `Content-Type` isn't a JSON type",
};

/** Errors that every operation of a signed-in user can return. */
export const COMMON_ERRORS = [
  UNREADABLE,
  ...described({
    ...OF_INPUT,
    ...OF_CREDENTIAL.session,
    ...OF_TOKEN,
    ...OF_SESSION_ONLY,
    ...OF_FACTOR,
    ...OF_PRESENCE,
    ...OF_SETTLED,
    ...OF_BODY,
    ...ANY,
  }),
];

/** The parts of an operation that decide which errors it shares with others. */
interface Request extends About {
  method: string;
  query: boolean;
  body: boolean;
  /** Null for an operation of the gateway. */
  access: Access | null;
}

/** Every error that an operation can return, its own first. */
export function errorsOf({ errors, access, query, body, method }: Request): DescribedError[] {
  const credential = credentialOf(access);
  const input = query || body ? OF_INPUT : {};
  // `/api` measures every body, even one that the operation doesn't read.
  const sized = body || (access !== null && method !== "get") ? OF_BODY : {};
  const ofAccess = access === null ? {} : reasonsOf(access);
  const common = { ...input, ...OF_CREDENTIAL[credential], ...ofAccess, ...sized, ...ANY };
  const unreadable = credential === "session" && body ? [UNREADABLE] : [];
  return [...described({ ...errors, ...without(errors, common) }, credential), ...unreadable];
}

function reasonsOf({ credential, scope, secondFactor, presence }: Access): Reasons {
  if (credential !== "session") return {};
  return {
    ...(scope === null ? OF_SESSION_ONLY : OF_TOKEN),
    ...(secondFactor && OF_FACTOR),
    ...(presence !== "none" && OF_PRESENCE),
    ...(presence === "settled" && OF_SETTLED),
  };
}

/** Errors that only this operation can return. */
export const ownErrorsOf = ({ errors }: About, credential: Credential): DescribedError[] =>
  described(errors, credential);

const without = (own: Reasons, common: Reasons): Reasons =>
  Object.fromEntries(Object.entries(common).filter(([code]) => !(code in own)));

function described(reasons: Reasons, credential: Credential = "session"): DescribedError[] {
  return Object.entries(reasons).map(([code, when]) => {
    const known = code as ApiErrorCode;
    return { status: statusOf(known, credential), code: known, when };
  });
}

/** The gateway follows OpenAI's API, where some errors have another status. */
function statusOf(code: ApiErrorCode, credential: Credential): number {
  return credential === "key" && isGatewayError(code) ? GATEWAY_ERRORS[code].status : STATUS_OF[code];
}

function isGatewayError(code: ApiErrorCode): code is GatewayErrorCode {
  return Object.hasOwn(GATEWAY_ERRORS, code);
}
