import { authErrorCode, messageForAuthCode } from "#app/lib/auth/auth-error.ts";
import type { ErrorBody } from "#core/contract/errors.ts";

type Failure = Pick<ApiError, "status" | "code" | "message"> & Partial<Pick<ApiError, "field" | "requestId">>;

/** An error response of the API. `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, message, field, requestId }: Failure) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.requestId = requestId;
  }
}

/** By hand: zod would be a third of the code that the sign-in page loads. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null) return false;
  const { error, code, request_id } = body as Partial<Record<keyof ErrorBody, unknown>>;
  return [error, code, request_id].every((part) => typeof part === "string");
}

/** Reads a failed response; one without the API's own body still becomes an `ApiError`. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) {
    const { error: message, code, request_id: requestId, field } = body;
    return new ApiError({ status, code, message, requestId, field });
  }
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const message = `The server responded with status ${status}.`;
  return new ApiError({ status, code: "unexpected_response", message, requestId });
}

/**
 * Our sentence for a code of the identity provider; else the failure's own message, if a person can read it: the
 * provider's client sometimes says "{}".
 */
export function failureMessage(failure: unknown, fallback: string): string {
  const code = authErrorCode(failure);
  if (code) return messageForAuthCode(code) ?? fallback;
  const message = failure instanceof Error ? failure.message.trim() : "";
  return /\p{L}/u.test(message) ? message : fallback;
}
