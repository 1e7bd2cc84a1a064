import { type AuthError, isAuthSessionMissingError } from "@supabase/supabase-js";
import type { z } from "zod";
import { DomainError } from "#core/domain/errors.ts";
import { WEAK_PASSWORD } from "#core/domain/password-messages.ts";
import type { UserDirectory } from "#core/ports.ts";
import { openAuth, openRest } from "./supabase-client.ts";
import { endedSession, factorRows, liveUser, newSession, sessionRows, userRecord } from "./supabase-rows.ts";

interface SupabaseDirectoryConfig {
  /** Base address of the project, without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
  /** Can do everything in the project: only for invitations, deletions, recovery codes and owners of access tokens. */
  secretKey: string;
}

/** The users of a Supabase project. */
export function createSupabaseDirectory(config: SupabaseDirectoryConfig): UserDirectory {
  const { supabaseUrl, publishableKey, secretKey } = config;
  const auth = (timeoutMs?: number) => openAuth({ supabaseUrl, key: publishableKey, timeoutMs });
  const admin = (timeoutMs?: number) => openAuth({ supabaseUrl, key: secretKey, timeoutMs }).admin;
  const rest = (token: string) => openRest({ supabaseUrl, key: publishableKey, token });
  return {
    async findUser(token, { timeoutMs } = {}) {
      const request = "GET /auth/v1/user";
      const { data, failure } = await resultOf(request, auth(timeoutMs).getUser(token));
      if (failure) throw userRefusal(failure);
      return parse(request, data.user, liveUser);
    },
    async findUserById(userId, { timeoutMs } = {}) {
      const request = "GET /auth/v1/admin/users";
      const { data, failure } = await resultOf(request, admin(timeoutMs).getUserById(userId));
      if (failure?.code === "user_not_found") return null;
      if (failure) throw unexpected(failure);
      return parse(request, data.user, liveUser);
    },
    async invite(email, redirectTo) {
      const call = admin().inviteUserByEmail(email, { redirectTo });
      const { failure } = await resultOf("POST /auth/v1/invite", call);
      if (!failure || isEmailedJustNow(failure)) return "invited";
      if (failure.code === "email_exists") return "exists";
      throw emailRefusal(failure);
    },
    async sendSignInLink(email, redirectTo) {
      const options = { shouldCreateUser: false, emailRedirectTo: redirectTo };
      const { failure } = await resultOf("POST /auth/v1/otp", auth().signInWithOtp({ email, options }));
      const gone = failure?.code === "otp_disabled";
      if (failure && !gone && !isEmailedJustNow(failure)) throw emailRefusal(failure);
    },
    async readRecord(token) {
      const request = "GET /auth/v1/user";
      const { data, failure } = await resultOf(request, auth().getUser(token));
      if (failure) throw userRefusal(failure);
      return parse(request, data.user, userRecord);
    },
    async listSessions(token) {
      const request = "POST /rest/v1/rpc/active_sessions";
      const { data, error, status } = await rest(token).rpc("active_sessions", {});
      if (error) throw userRefusal({ ...error, request, status });
      return parse(request, data, sessionRows);
    },
    async endSession(token, sessionId) {
      const request = "POST /rest/v1/rpc/end_session";
      const { data, error, status } = await rest(token).rpc("end_session", { session_id: sessionId });
      if (error) throw userRefusal({ ...error, request, status });
      return parse(request, data, endedSession);
    },
    async endSessions(token) {
      const { failure } = await resultOf("POST /auth/v1/logout", auth().admin.signOut(token, "global"));
      if (failure) throw userRefusal(failure);
    },
    async isPassword(email, password) {
      const request = "POST /auth/v1/token";
      const { data, failure } = await resultOf(request, auth().signInWithPassword({ email, password }));
      if (failure?.code === "invalid_credentials") return false;
      if (failure) throw unexpected(failure);
      const { access_token } = parse(request, data.session, newSession);
      const ended = await resultOf("POST /auth/v1/logout", admin().signOut(access_token, "local"));
      if (ended.failure) throw unexpected(ended.failure);
      return true;
    },
    async setPassword(userId, password) {
      const call = admin().updateUserById(userId, { password });
      const { failure } = await resultOf("PUT /auth/v1/admin/users", call);
      if (failure?.code === "weak_password")
        throw new DomainError("invalid_request", WEAK_PASSWORD, { field: "password" });
      if (failure) throw unexpected(failure);
    },
    async removeSecondFactors(userId) {
      const request = "GET /auth/v1/admin/users/factors";
      const { data, failure } = await resultOf(request, admin().mfa.listFactors({ userId }));
      if (failure) throw unexpected(failure);
      for (const { id } of parse(request, data?.factors, factorRows)) {
        const removal = admin().mfa.deleteFactor({ userId, id });
        const removed = await resultOf("DELETE /auth/v1/admin/users/factors", removal);
        if (removed.failure && removed.failure.status !== 404) throw unexpected(removed.failure);
      }
    },
    async deleteUser(userId) {
      const { failure } = await resultOf("DELETE /auth/v1/admin/users", admin().deleteUser(userId));
      if (failure && failure.code !== "user_not_found") throw unexpected(failure);
    },
  };
}

interface Failure {
  /** Method and path, without a query: safe to log. */
  request: string;
  /** Missing or 0 when there was no usable response. */
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}

interface AuthResult {
  data: unknown;
  error: AuthError | null;
}

/** auth-js returns the errors it knows and throws at a body of `null`. */
async function resultOf<Result extends AuthResult>(request: string, call: Promise<Result>) {
  try {
    const { data, error }: { data: Result["data"]; error: AuthError | null } = await call;
    return { data, failure: error && failureOf(request, error) };
  } catch (cause) {
    throw unavailable(`${request} failed`, cause);
  }
}

/** auth-js replaces status and code of this one error by a class of its own. */
function failureOf(request: string, error: AuthError): Failure {
  const { status, code, message } = error;
  if (isAuthSessionMissingError(error)) return { request, status: 403, code: "session_not_found", message };
  return { request, status, code, message };
}

function parse<Schema extends z.ZodType>(request: string, body: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unavailable(`${request} returned an unknown shape`);
  return parsed.data;
}

/** Errors for a token that was valid once: of Auth, PostgREST, and the functions in supabase/migrations. */
const SESSION_OVER =
  /^(session_not_found|session_expired|user_not_found|user_banned|bad_jwt|no_authorization|PGRST30\d|PT401)$/;

/** A wrong key of the project is 401 as well, but without such a code: the operator's fault, not the user's. */
const isSessionOver = ({ status, code = "" }: Failure) =>
  (status === 401 || status === 403) && SESSION_OVER.test(code);

function userRefusal(failure: Failure): DomainError {
  if (isSessionOver(failure))
    return new DomainError("unauthorized", "Your session has ended. Please sign in again.");
  return failure.code === "PT403"
    ? new DomainError("second_factor_required", "Confirm with your authenticator app first.")
    : unexpected(failure);
}

const EMAIL_RETRY_S = 60;

function emailRefusal(failure: Failure): DomainError {
  if (failure.status === 429) {
    const message = "Too many emails were sent. Please try again in a few minutes.";
    return new DomainError("rate_limited", message, { retryAfter: EMAIL_RETRY_S });
  }
  if (/^(email_address_invalid|email_address_not_authorized|validation_failed)$/.test(failure.code ?? "")) {
    return new DomainError("invalid_request", "This email address cannot be invited.", { field: "email" });
  }
  return unexpected(failure);
}

/** The limit per address shares its code with the project's limit, but reporting it would reveal who was emailed. */
const isEmailedJustNow = ({ status, message }: Failure) =>
  status === 429 && /after \d+ seconds/.test(message);

/** For the operator: the request and its outcome, without bodies. */
function unexpected({ request, status, code = "", message }: Failure): DomainError {
  if (status) return unavailable(`${request} returned ${status} ${code}`.trim());
  // A parser's message quotes the body.
  const fact = /JSON/.test(message) ? "returned no JSON" : `got no response: ${message}`;
  return unavailable(`${request} ${fact}`);
}

const unavailable = (fact: string, cause?: unknown) =>
  new DomainError(
    "identity_unavailable",
    "We can't reach the sign-in service right now, so nothing was changed. Please try again in a minute.",
    {},
    new Error(fact, { cause }),
  );
