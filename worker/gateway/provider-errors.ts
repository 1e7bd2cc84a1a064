import type { ErrorForm } from "#core/domain/gateway/endpoint.ts";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { nameOr, PROVIDER_FAILED, withoutPrivate } from "#core/domain/gateway/operators-own.ts";

/** The operator's fault: its credential, its account, its address. */
const OPERATORS_STATUSES = new Set([401, 402, 403, 407]);
/** OpenAI's words, with status 429, for an account of the operator's without money. */
const OPERATORS_BILL = /^(insufficient_quota|billing_\w+)$/;
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

/**
 * A provider's error for the client: its kind, and its message where the client's request is at fault. Whatever names
 * the operator's account or a machine is removed.
 * @returns null for an error that is the operator's, or in no form that clients understand.
 */
export function publicError({ status, text, form, requestId }: ProviderError): object | null {
  if (status < FIRST_FAILURE || status > LAST_STATUS || OPERATORS_STATUSES.has(status)) return null;
  const error = errorIn(text);
  if (error === null || [error.code, error.type].some((word) => OPERATORS_BILL.test(word ?? ""))) return null;
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

interface ErrorFields {
  message: string;
  type: string | null;
  code: string | null;
  param: string | null;
}

function errorIn(text: string): ErrorFields | null {
  const error = memberOf(parsed(text), "error");
  const message = typeof error === "string" ? error : memberOf(error, "message");
  if (typeof message !== "string") return null;
  const word = (name: string) => {
    const value = memberOf(error, name);
    return typeof value === "string" ? value : null;
  };
  return { message, type: word("type"), code: word("code"), param: word("param") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
