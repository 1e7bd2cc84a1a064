import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A failure in the form hosted Supabase Auth gives it. */
export class AuthFailure extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "AuthFailure";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const validationFailed = (message: string) => new AuthFailure(400, "validation_failed", message);
export const badJwt = (reason: string) =>
  new AuthFailure(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
export const noAuthorization = () =>
  new AuthFailure(401, "no_authorization", "This endpoint requires a valid Bearer token");
export const notAdmin = () => new AuthFailure(403, "not_admin", "User not allowed");
export const userNotFound = () => new AuthFailure(404, "user_not_found", "User not found");
export const emailExists = () =>
  new AuthFailure(422, "email_exists", "A user with this email address has already been registered");

export function failureResponse(c: Context, failure: AuthFailure): Response {
  const body = { code: failure.status, error_code: failure.code, msg: failure.message, ...failure.details };
  return c.json(body, failure.status, { "X-Sb-Error-Code": failure.code });
}
