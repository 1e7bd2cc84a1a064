import type { AuthFailure } from "./errors.ts";

/** Codes with their own OAuth error; the others depend on the status. */
const REFUSALS = new Set(["provider_email_needs_verification"]);
const OAUTH_NAMES: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
};

export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

/** A failure in the form in which the hosted service reports it to the app: in the query and in the hash. */
export function withError(
  target: string,
  error: { error: string; code?: string; description: string },
): string {
  const words = {
    error: error.error,
    ...(error.code && { error_code: error.code }),
    error_description: error.description,
  };
  const url = new URL(target);
  for (const [name, value] of Object.entries(words)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...words, sb: "" }).toString();
  return url.href;
}

export function withFailure(target: string, { status, code, message }: AuthFailure): string {
  const error = REFUSALS.has(code) ? "access_denied" : (OAUTH_NAMES[status] ?? "server_error");
  return withError(target, { error, code, description: message });
}
