import type { ErrorForm } from "#core/domain/gateway/endpoint.ts";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { GATEWAY_ERRORS, type GatewayErrorCode, retryHeaders } from "#core/domain/gateway/error-responses.ts";
import { type ApiErrorCode, STATUS_OF } from "#worker/error-table.ts";
import { challenge, type Failure, failureOf, logFailure } from "#worker/failure.ts";
import type { GatewayCall } from "./gateway-call.ts";

const ANTHROPIC_PATH = /^\/messages(\/|$)/i;
const UNAUTHORIZED = 401;

const isKnown = (code: string): code is GatewayErrorCode => Object.hasOwn(GATEWAY_ERRORS, code);

/** The closest error that clients of the APIs know. */
const kindOf = ({ code, status }: Failure): GatewayErrorCode => {
  if (isKnown(code)) return code;
  return status === GATEWAY_ERRORS.service_unavailable.status ? "service_unavailable" : "internal_error";
};

/** Clients of Anthropic's API expect its errors, also on the path that both APIs have, and on a wrong one. */
const formOf = ({ request, target: { path } }: GatewayCall, version: string | undefined): ErrorForm =>
  ANTHROPIC_PATH.test(path) || (version !== undefined && findEndpoint(request.method, path) === null)
    ? "anthropic"
    : "openai";

const statusOf = (code: ApiErrorCode): number =>
  isKnown(code) ? GATEWAY_ERRORS[code].status : STATUS_OF[code];

export const errorCodeOf = (error: unknown): ApiErrorCode => failureOf(error).code;

/** The status that an exchange which ended with an error is recorded with: that of its response. */
export const statusOfError = (error: unknown): number => statusOf(errorCodeOf(error));

/** The response to every failure on `/v1`. */
export function gatewayFailure(call: GatewayCall, error: unknown): Response {
  const failure = failureOf(error);
  const { message, code, details } = failure;
  const { requestId } = call;
  const { traceId } = call.trace;
  const { path } = call.target;
  logFailure(
    { worker: "gateway", requestId, traceId, method: call.request.method, path: `/v1${path}` },
    failure,
    error,
  );
  const kind = kindOf(failure);
  const status = statusOf(code);
  if (status === UNAUTHORIZED)
    call.setHeaders({ "www-authenticate": challenge(call.header("authorization")) });
  const { type } = GATEWAY_ERRORS[kind];
  const param = details.field ?? null;
  const form = formOf(call, call.header("anthropic-version"));
  const body = errorBody(form, { type, code, message, param, requestId, status });
  return call.json(body, status, retryHeaders(kind, details.retryAfter));
}
