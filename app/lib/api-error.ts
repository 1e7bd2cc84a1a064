import type { ErrorBody } from "#core/contract/errors.ts";

/** A refusal by the API. `message` is a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    field?: string;
    requestId?: string;
  }) {
    super(failure.message);
    this.name = "ApiError";
    this.status = failure.status;
    this.code = failure.code;
    this.field = failure.field;
    this.requestId = failure.requestId;
  }
}

/** By hand: zod would be a third of the code that the sign-in page loads. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null) return false;
  const { error, code, request_id } = body as Partial<Record<keyof ErrorBody, unknown>>;
  return [error, code, request_id].every((part) => typeof part === "string");
}

/** Reads a failed answer; one without the API's own body still becomes an `ApiError`. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) {
    const { error: message, code, request_id: requestId, field } = body;
    return new ApiError({ status, code, message, requestId, ...(field && { field }) });
  }
  const requestId = response.headers.get("x-request-id");
  const message = `The server answered with status ${status}.`;
  return new ApiError({ status, code: "unexpected_answer", message, ...(requestId && { requestId }) });
}
