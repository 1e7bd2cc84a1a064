import { inject } from "vitest";

export interface ProviderResponse {
  status?: number;
  body?: unknown;
  delayMs?: number;
}

export interface ProviderCall {
  /** Method and path; the id of a user in the path is in `about`. */
  name: string;
  /** The address or the user it is about. */
  about: string;
  key: string;
  redirectTo: string | null;
  body: Record<string, unknown>;
}

const control = (path: string, init: RequestInit = {}) =>
  fetch(`${inject("supabaseUrl")}/test/${path}`, init);

/** Overrides the provider's responses about one address or user from now on. */
export async function provide(about: string, overrides: Record<string, ProviderResponse>): Promise<void> {
  await control(`overrides/${about}`, { method: "PUT", body: JSON.stringify(overrides) });
}

/** The calls that the provider received about an address or user, oldest first. */
export async function callsAbout(about: string): Promise<ProviderCall[]> {
  return (await control(`calls/${about}`)).json();
}

export const failure = (status: number, error_code: string, msg = error_code): ProviderResponse => ({
  status,
  body: { code: status, error_code, msg },
});

export const USER = "GET /auth/v1/user";
export const INVITE = "POST /auth/v1/invite";
export const OTP = "POST /auth/v1/otp";
export const OWNER = "GET /auth/v1/admin/users";
export const DELETE_USER = "DELETE /auth/v1/admin/users";
export const SESSIONS = "POST /rest/v1/rpc/active_sessions";
export const END_SESSION = "POST /rest/v1/rpc/end_session";

/** The user has a verified second factor, whatever a token or metadata says. */
export const withSecondFactor = (userId: string) =>
  provide(userId, {
    [USER]: { body: { id: userId, factors: [{ id: crypto.randomUUID(), status: "verified" }] } },
  });
