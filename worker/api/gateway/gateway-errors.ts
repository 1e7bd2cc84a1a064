import type { ErrorForm } from "#core/domain/gateway/endpoint.ts";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { GATEWAY_ERRORS, type GatewayErrorCode, retryHeaders } from "#core/domain/gateway/error-responses.ts";
import { errorHandlerFor, type Failure, failureOf } from "../error-response.ts";
import { type ApiErrorCode, STATUS_OF } from "../error-table.ts";

const SHARED_PATH = /^\/v1\/models(\/|$)/;
const ANTHROPIC_PATH = /^\/v1\/messages(\/|$)/;

const isKnown = (code: string): code is GatewayErrorCode => Object.hasOwn(GATEWAY_ERRORS, code);

/** The closest error that clients of the APIs know. */
const kindOf = ({ code, status }: Failure): GatewayErrorCode => {
  if (isKnown(code)) return code;
  return status === GATEWAY_ERRORS.service_unavailable.status ? "service_unavailable" : "internal_error";
};

/** Clients of Anthropic's API expect its errors, also on the path that both APIs have. */
const formOf = (path: string, version: string | undefined): ErrorForm =>
  ANTHROPIC_PATH.test(path) || (SHARED_PATH.test(path) && version !== undefined) ? "anthropic" : "openai";

// The table has no other statuses than those of a response with a body.
const statusOf = (code: ApiErrorCode) =>
  (isKnown(code) ? GATEWAY_ERRORS[code].status : STATUS_OF[code]) as Failure["status"];

export const errorCodeOf = (error: unknown): ApiErrorCode => failureOf(error).code;

/** The status that an exchange which ended with an error is recorded with: that of its response. */
export const statusOfError = (error: unknown): number => statusOf(errorCodeOf(error));

/** The response to every failure on `/v1`. */
export const handleGatewayError = errorHandlerFor({
  body: (failure, requestId, { req }) => {
    const { message, code, details } = failure;
    const { type } = GATEWAY_ERRORS[kindOf(failure)];
    const param = details.field ?? null;
    const form = formOf(req.path, req.header("anthropic-version"));
    return errorBody(form, { type, code, message, param, requestId, status: statusOf(code) });
  },
  status: ({ code }) => statusOf(code),
  headers: (failure) => retryHeaders(kindOf(failure), failure.details.retryAfter),
});
