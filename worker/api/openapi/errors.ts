import { GATEWAY_ERRORS, type GatewayErrorCode } from "#core/domain/gateway/error-answers.ts";
import { type ApiErrorCode, STATUS_OF } from "../error-table.ts";
import type { Credential, Operation } from "./operation.ts";

/** A way in which a request may end other than it should. */
export interface DescribedError {
  status: number;
  code: ApiErrorCode;
  when: string;
}
type Reasons = Partial<Record<ApiErrorCode, string>>;

const ANY: Reasons = {
  internal_error: "Something went wrong here. Try again; if it stays, give our support the `request_id`",
};
const TOO_MANY: Reasons = {
  rate_limited: "Too many requests in a short time. `Retry-After` says when to go on",
};
const OF_CREDENTIAL: Record<Credential, Reasons> = {
  session: {
    unauthorized: "The access token is missing, wrong or expired, or its session has ended",
    account_closed: "The account is closed",
    ...TOO_MANY,
    database_unavailable: "The database is unavailable. Try again shortly",
    identity_unavailable: "The sign-in service can't be reached. Changes need it; try again in a minute",
  },
  key: { service_unavailable: "The service is not available right now. Try again shortly" },
  signature: { database_unavailable: "The database is unavailable" },
  none: TOO_MANY,
};
/** Any method but GET. */
const OF_CHANGE: Reasons = {
  second_factor_required:
    "Your account has two-factor authentication on, and this session wasn't confirmed with your authenticator app",
};
const OF_INPUT: Reasons = { invalid_request: "The input breaks a rule; `field` names where, `error` which" };
const OF_BODY: Reasons = { payload_too_large: "The body has more bytes than are read" };

/** What may happen to each request of a signed-in user, whatever it asks. */
export const COMMON_ERRORS = described({
  ...OF_INPUT,
  ...OF_CREDENTIAL.session,
  ...OF_CHANGE,
  ...OF_BODY,
  ...ANY,
});

/** Everything that may happen to a request, its own reasons first. */
export function errorsOf(operation: Operation): DescribedError[] {
  const { errors, credential, query, body } = operation;
  const change = needsSecondFactor(operation) ? OF_CHANGE : {};
  const input = (query ?? body) ? OF_INPUT : {};
  const common = { ...input, ...OF_CREDENTIAL[credential], ...change, ...(body ? OF_BODY : {}), ...ANY };
  return described({ ...errors, ...withoutThoseIn(errors, common) }, credential);
}

const needsSecondFactor = ({ credential, method, checkedLikeReads }: Operation) =>
  credential === "session" && method !== "get" && !checkedLikeReads;

/** Those that only this operation may end with. */
export const ownErrorsOf = ({ errors = {}, credential }: Operation): DescribedError[] =>
  described(errors, credential);

const withoutThoseIn = (own: Reasons = {}, common: Reasons): Reasons =>
  Object.fromEntries(Object.entries(common).filter(([code]) => !(code in own)));

function described(reasons: Reasons, credential: Credential = "session"): DescribedError[] {
  return Object.entries(reasons).map(([code, when]) => {
    const known = code as ApiErrorCode;
    return { status: statusOf(known, credential), code: known, when };
  });
}

/** The gateway's errors are those of OpenAI's API, which answers some of them with another status. */
function statusOf(code: ApiErrorCode, credential: Credential): number {
  return credential === "key" && isGatewayError(code) ? GATEWAY_ERRORS[code].status : STATUS_OF[code];
}

function isGatewayError(code: ApiErrorCode): code is GatewayErrorCode {
  return Object.hasOwn(GATEWAY_ERRORS, code);
}
