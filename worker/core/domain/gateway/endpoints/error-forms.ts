import type { ErrorForm } from "../endpoint.ts";

/** An error of the gateway in the terms of OpenAI's API. */
export interface GatewayFailure {
  status: number;
  type: string;
  code: string | null;
  message: string;
  param: string | null;
  requestId: string;
}

/** Types of errors in Anthropic's API by status (https://platform.claude.com/docs/en/api/errors). */
const ANTHROPIC_TYPES: Readonly<Partial<Record<number, string>>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  415: "invalid_request_error",
  429: "rate_limit_error",
  503: "overloaded_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/**
 * Tells an SDK that was refused a stored conversation to send the whole conversation instead
 * (https://github.com/anthropics/anthropic-sdk-typescript, `ThreadUnsupportedRequestErrorDetails`).
 */
const THREAD_DETAILS = { error_code: "thread_unsupported_request", unsupported: ["thread"] };

/** The JSON body of an error, as the SDKs of the endpoint's API read it. */
export function errorBody(form: ErrorForm, failure: GatewayFailure): object {
  const { status, type, code, message, param, requestId } = failure;
  if (form !== "anthropic") return { error: { message, type, code, param } };
  const kind = ANTHROPIC_TYPES[status] ?? "api_error";
  const error = { type: kind, message, code, param, ...(param === "thread" && { details: THREAD_DETAILS }) };
  return { type: "error", error, request_id: requestId };
}

/**
 * The event that reports an error in a stream that has begun. The openai package reads the inner `error` of the
 * Responses API's event, AI SDK too; other clients read the outer members, which are those of the documentation.
 */
export function errorEvent(form: ErrorForm, failure: GatewayFailure, sequenceNumber = 0): string {
  if (form === "openai") return `data: ${JSON.stringify(errorBody(form, failure))}\n\n`;
  return `event: error\ndata: ${JSON.stringify(eventData(form, failure, sequenceNumber))}\n\n`;
}

function eventData(form: ErrorForm, failure: GatewayFailure, sequenceNumber: number): object {
  if (form === "anthropic") return errorBody(form, failure);
  const { type, code, message, param } = failure;
  const error = { type, code, message, param };
  return { type: "error", code, message, param, sequence_number: sequenceNumber, error };
}
