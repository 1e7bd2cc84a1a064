import { DomainError } from "#core/domain/errors.ts";
import {
  GATEWAY_ERRORS,
  type GatewayErrorCode,
  gatewayErrorBody,
  retryHeaders,
} from "#core/domain/gateway/error-answers.ts";
import { errorHandlerFor, type Failure } from "../error-response.ts";
import { type ApiErrorCode, STATUS_OF } from "../error-table.ts";

const isKnown = (code: string): code is GatewayErrorCode => Object.hasOwn(GATEWAY_ERRORS, code);

/** What else can go wrong on `/v1`, as a kind that clients of OpenAI's API know. */
const kindOf = ({ code, status }: Failure): GatewayErrorCode => {
  if (isKnown(code)) return code;
  return status === GATEWAY_ERRORS.service_unavailable.status ? "service_unavailable" : "internal_error";
};

/** The form that clients of OpenAI's API expect of an error. */
function body(failure: Failure) {
  const { message, code, details } = failure;
  const { error } = gatewayErrorBody(kindOf(failure), { message, param: details.field ?? null });
  return { error: { ...error, code } };
}

// The table holds no other statuses than those an answer with a body can have.
const statusOf = (code: ApiErrorCode) =>
  (isKnown(code) ? GATEWAY_ERRORS[code].status : STATUS_OF[code]) as Failure["status"];

/** What an exchange that ended with an error is recorded as: what its client is answered. */
export const statusOfError = (error: unknown): number =>
  statusOf(error instanceof DomainError ? error.code : "internal_error");

/** Every failure's way out of `/v1`. */
export const answerGatewayError = errorHandlerFor({
  body,
  status: ({ code }) => statusOf(code),
  headers: (failure) => retryHeaders(kindOf(failure), failure.details.retryAfter),
});
