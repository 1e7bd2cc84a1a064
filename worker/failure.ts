import { HTTPException } from "hono/http-exception";
import { DomainError, type ErrorDetails } from "#core/domain/errors.ts";
import { isDatabaseUnavailable } from "#core/storage/database.ts";
import { type ApiErrorCode, STATUS_OF, UNREADABLE_STATUS } from "./error-table.ts";
import { chainOf, describeError, logEvent, type RequestWorker } from "./log.ts";

const PATH_MAX = 200;

export interface Failure {
  code: ApiErrorCode;
  message: string;
  status: (typeof STATUS_OF)[ApiErrorCode];
  details: ErrorDetails;
}

export const failure = (code: ApiErrorCode, message: string, details: ErrorDetails = {}): Failure => ({
  code,
  message,
  status: STATUS_OF[code],
  details,
});

/** The database client wraps the errors of its connection. */
const lostDatabase = (error: unknown) => chainOf(error).find(isDatabaseUnavailable);

/** What the client gets to know of an error. */
export function failureOf(error: unknown): Failure {
  const expected = error instanceof DomainError ? error : lostDatabase(error);
  if (expected instanceof DomainError) return failure(expected.code, expected.message, expected.details);
  if (error instanceof HTTPException && error.status === UNREADABLE_STATUS) {
    return { ...failure("invalid_request", unreadable(error)), status: UNREADABLE_STATUS };
  }
  return failure("internal_error", "Something went wrong. Please contact support with the request id.");
}

/** The framework's message for malformed JSON is replaced by ours. */
const unreadable = ({ message }: HTTPException) =>
  message.startsWith("Malformed JSON") ? "The body is not valid JSON." : message;

/** For a 401 (RFC 6750 section 3): no error code for a request without a token. */
export const challenge = (authorization: string | undefined): string =>
  authorization === undefined ? 'Bearer realm="latchkey"' : 'Bearer realm="latchkey", error="invalid_token"';

/** Someone will put a key or token itself where the path expects its id. */
const withoutKeys = (path: string) => path.replace(/lk[pt]?_\w+/g, "lk_…");

/** A payment that does not match its order is no bug, but a person has to look at it. */
const needsAttention = ({ status, code }: Failure) => status >= 500 || code === "order_mismatch";

interface FailedRequest {
  worker: RequestWorker;
  requestId: string;
  traceId: string | undefined;
  method: string;
  path: string;
}

/** Logs what the operator must see, without bodies or secrets. */
export function logFailure(
  { worker, requestId, traceId, method, path }: FailedRequest,
  failed: Failure,
  error: unknown,
): void {
  if (!needsAttention(failed)) return;
  logEvent("error", {
    event: "request_failed",
    worker,
    request_id: requestId,
    trace_id: traceId,
    code: failed.code,
    method,
    path: withoutKeys(path).slice(0, PATH_MAX),
    causes: describeError(error),
  });
}
