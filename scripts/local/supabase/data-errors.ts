/** A failure in the form PostgREST gives it. */
export class DataFailure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "DataFailure";
    this.status = status;
    this.code = code;
  }

  toResponse(): Response {
    const { status, code, message } = this;
    return Response.json({ code, message, details: null, hint: null }, { status });
  }
}

export const invalidJwt = () => new DataFailure(401, "PGRST301", "Invalid JWT");
