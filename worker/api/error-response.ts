import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { ErrorBody } from "#core/contract/errors.ts";
import { notFound } from "#core/domain/errors.ts";
import { challenge, type Failure, failure, failureOf, logFailure } from "#worker/failure.ts";
import type { RequestEnv } from "./api-env.ts";

const UNAUTHORIZED = 401;

const apiBody = ({ message, code, details }: Failure, requestId: string): ErrorBody => ({
  error: message,
  code,
  request_id: requestId,
  ...(details.field === undefined ? {} : { field: details.field }),
});

function respond(c: Context<RequestEnv>, failed: Failure): Response {
  const { status, details } = failed;
  if (status === UNAUTHORIZED) c.header("www-authenticate", challenge(c.req.header("authorization")));
  if (details.retryAfter !== undefined) c.header("retry-after", String(details.retryAfter));
  return c.json(apiBody(failed, c.var.ctx.requestId), status);
}

export const handleError: ErrorHandler<RequestEnv> = (error, c) => {
  const failed = failureOf(error);
  const { requestId } = c.var.ctx;
  const { traceId } = c.var.trace;
  logFailure({ worker: "api", requestId, traceId, method: c.req.method, path: c.req.path }, failed, error);
  return respond(c, failed);
};

export const handleNotFound: NotFoundHandler<RequestEnv> = (c) =>
  respond(c, failure("not_found", notFound("Path").message));

/** For a path that has other methods. RFC 9110 section 15.5.6 wants them in `Allow`. */
export function handleMethodNotAllowed(c: Context<RequestEnv>, methods: readonly string[]): Response {
  const allowed = methods.join(", ");
  c.header("allow", allowed);
  const message = `This path doesn't support the request's method. It supports ${allowed}.`;
  return respond(c, failure("method_not_allowed", message));
}
