import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ErrorBody } from "#core/contract/errors.ts";
import { DomainError, type ErrorDetails, notFound } from "#core/domain/errors.ts";
import { chainOf, describeError, logEvent } from "#worker/log.ts";
import type { RequestEnv } from "./api-env.ts";
import { type ApiErrorCode, STATUS_OF, UNREADABLE_STATUS } from "./error-table.ts";

const PATH_MAX = 200;
const UNAUTHORIZED = 401;

export interface Failure {
  code: ApiErrorCode;
  message: string;
  status: (typeof STATUS_OF)[ApiErrorCode];
  details: ErrorDetails;
}

const failure = (code: ApiErrorCode, message: string, details: ErrorDetails = {}): Failure => ({
  code,
  message,
  status: STATUS_OF[code],
  details,
});

/** The database client wraps the errors of its connection. */
const lostDatabase = (error: unknown) =>
  chainOf(error).find((cause) => cause instanceof DomainError && cause.code === "database_unavailable");

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

/** RFC 6750 section 3: no error code for a request without a token. */
function challenge(c: Context): string {
  const withoutToken = c.req.header("authorization") === undefined;
  return withoutToken ? 'Bearer realm="latchkey"' : 'Bearer realm="latchkey", error="invalid_token"';
}

interface ErrorForm {
  body: (failure: Failure, requestId: string, c: Context<RequestEnv>) => object;
  status: (failure: Failure) => Failure["status"];
  headers: (failure: Failure) => Record<string, string>;
}

const apiBody = ({ message, code, details }: Failure, requestId: string): ErrorBody => ({
  error: message,
  code,
  request_id: requestId,
  ...(details.field === undefined ? {} : { field: details.field }),
});

const apiForm: ErrorForm = {
  body: apiBody,
  status: ({ status }) => status,
  headers: ({ details: { retryAfter } }) =>
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
};

function respond(c: Context<RequestEnv>, failed: Failure, form: ErrorForm): Response {
  const status = form.status(failed);
  if (status === UNAUTHORIZED) c.header("www-authenticate", challenge(c));
  return c.json(form.body(failed, c.var.ctx.requestId, c), status, form.headers(failed));
}

/** Someone will put a key itself where the path expects its id. */
const withoutKeys = (path: string) => path.replace(/lkt?_\w+/g, "lk_…");

function log(c: Context<RequestEnv>, code: ApiErrorCode, error: unknown): void {
  logEvent("error", {
    event: "request_failed",
    worker: "api",
    request_id: c.var.ctx.requestId,
    code,
    method: c.req.method,
    path: withoutKeys(c.req.path).slice(0, PATH_MAX),
    causes: describeError(error),
  });
}

/** A payment that does not match its order is no bug, but a person has to look at it. */
const needsAttention = ({ status, code }: Failure) => status >= 500 || code === "order_mismatch";

/** Logs once what the operator must see, without bodies or secrets. */
export const errorHandlerFor =
  (form: ErrorForm): ErrorHandler<RequestEnv> =>
  (error, c) => {
    const result = failureOf(error);
    if (needsAttention(result)) log(c, result.code, error);
    return respond(c, result, form);
  };

export const handleError = errorHandlerFor(apiForm);

export const handleNotFound: NotFoundHandler<RequestEnv> = (c) =>
  respond(c, failure("not_found", notFound("Path").message), apiForm);
