import type { ErrorForm } from "#core/domain/gateway/endpoint.ts";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { nameOr, PROVIDER_FAILED, withoutPrivate } from "#core/domain/gateway/operators-own.ts";
import { messageIn, type ProviderMessage } from "./provider-message.ts";

/** The operator's fault: its credential, its account, its address. */
const OPERATORS_STATUSES = new Set([401, 402, 403, 407]);
/** OpenAI's words, with status 429, for an account of the operator's without money. */
const OPERATORS_BILL = /^(insufficient_quota|billing_\w+)$/;
/** Some providers say so with status 400. */
const OPERATORS_MESSAGE =
  /credit balance is too low|insufficient (account )?(balance|credits?|funds)|api[ _]key (is )?(not valid|invalid|expired|missing)|(invalid|incorrect) api[ _]key/i;
const FIRST_FAILURE = 400;
const FIRST_FAULT_OF_PROVIDER = 500;
/** No response may have a higher status. */
const LAST_STATUS = 599;
const TOO_MANY = 429;
const BUSY = "The model is busy. Try again shortly.";
interface ProviderError {
  status: number;
  /** The response's body as text. */
  text: string;
  form: ErrorForm;
  requestId: string;
}

/** Statuses that say enough without a message. Of the others, the operator's address may be the cause. */
const CLEAR_STATUSES = new Set([400, 408, 409, 413, 422, 429]);

/**
 * A provider's error for the client: its kind, and its message where the client's request is at fault. Whatever names
 * the operator's account or a machine is removed.
 * @returns null for an error that is the operator's, or that doesn't say whose it is.
 */
export function publicError({ status, text, form, requestId }: ProviderError): object | null {
  if (status < FIRST_FAILURE || status > LAST_STATUS || OPERATORS_STATUSES.has(status)) return null;
  const error = messageIn(text) ?? (CLEAR_STATUSES.has(status) ? UNEXPLAINED : null);
  if (error === null || isOperators(error)) return null;
  const own = status === TOO_MANY ? BUSY : PROVIDER_FAILED;
  const clientsFault = status < FIRST_FAULT_OF_PROVIDER && status !== TOO_MANY;
  return errorBody(form, {
    type: nameOr(error.type, "api_error"),
    code: nameOr(error.code, null),
    param: nameOr(error.param, null),
    requestId,
    status,
    message: clientsFault ? withoutPrivate(error.message) : own,
  });
}

const UNEXPLAINED: ProviderMessage = {
  message: "The model refused this request and gave no reason.",
  type: null,
  code: null,
  param: null,
};

const isOperators = ({ message, type, code }: ProviderMessage) =>
  [code, type].some((word) => OPERATORS_BILL.test(word ?? "")) || OPERATORS_MESSAGE.test(message);
