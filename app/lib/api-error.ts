import { errorBody } from "#core/contract/errors.ts";

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

/** Reads a failed answer; one without the API's own body still becomes an `ApiError`. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  const requestId = response.headers.get("x-request-id");
  if (!parsed.success) {
    return new ApiError({
      status: response.status,
      code: "unexpected_answer",
      message: `The server answered with status ${response.status}.`,
      ...(requestId && { requestId }),
    });
  }
  const { error, code, request_id, field } = parsed.data;
  return new ApiError({
    status: response.status,
    code,
    message: error,
    requestId: request_id,
    ...(field && { field }),
  });
}
