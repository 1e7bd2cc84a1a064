import type { z } from "zod";
import { DomainError } from "#core/domain/errors.ts";
import type { UserDirectory } from "#core/ports.ts";
import { askSupabase, type SupabaseAnswer, type SupabaseRequest, unexpected } from "./supabase-http.ts";
import { endedSession, liveUser, sessionRows } from "./supabase-rows.ts";

interface SupabaseDirectoryConfig {
  /** Base address of the project, without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
  /** May do everything in the project: only for invitations and deletions. */
  secretKey: string;
}

/** The users of a Supabase project. */
export function createSupabaseDirectory(config: SupabaseDirectoryConfig): UserDirectory {
  const { supabaseUrl, publishableKey, secretKey } = config;
  const ask = (request: SupabaseRequest) => askSupabase(supabaseUrl, request);
  const asUser = async (token: string, request: Omit<SupabaseRequest, "key" | "token">) => {
    const answer = await ask({ ...request, key: publishableKey, token });
    if (!answer.ok) throw userRefusal(answer);
    return answer;
  };
  return {
    findUser: async (token, options) => {
      const answer = await asUser(token, { method: "GET", path: "/auth/v1/user", ...options });
      return bodyOf(answer, liveUser);
    },
    async invite(email, redirectTo) {
      const path = `/auth/v1/invite?redirect_to=${encodeURIComponent(redirectTo)}`;
      const answer = await ask({ path, key: secretKey, body: { email } });
      if (answer.ok || isMailedJustNow(answer)) return "invited";
      if (answer.code === "email_exists") return "exists";
      throw mailRefusal(answer);
    },
    async sendSignInLink(email, redirectTo) {
      const path = `/auth/v1/otp?redirect_to=${encodeURIComponent(redirectTo)}`;
      const answer = await ask({ path, key: publishableKey, body: { email, create_user: false } });
      const gone = answer.code === "otp_disabled";
      if (!answer.ok && !gone && !isMailedJustNow(answer)) throw mailRefusal(answer);
    },
    listSessions: async (token) => {
      const answer = await asUser(token, { path: "/rest/v1/rpc/active_sessions", body: {} });
      return bodyOf(answer, sessionRows);
    },
    endSession: async (token, sessionId) => {
      const body = { session_id: sessionId };
      const answer = await asUser(token, { path: "/rest/v1/rpc/end_session", body });
      return bodyOf(answer, endedSession);
    },
    async deleteUser(userId) {
      const path = `/auth/v1/admin/users/${encodeURIComponent(userId)}`;
      const answer = await ask({ method: "DELETE", path, key: secretKey, body: {} });
      if (!answer.ok && answer.code !== "user_not_found") throw unexpected(answer);
    },
  };
}

function bodyOf<Schema extends z.ZodType>(answer: SupabaseAnswer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw unexpected({ ...answer, code: "in an unknown shape" });
  return parsed.data;
}

/** What the provider says of a token that was valid once: Auth, PostgREST, and the functions of supabase/migrations. */
const SESSION_OVER =
  /^(session_not_found|session_expired|user_not_found|user_banned|bad_jwt|no_authorization|PGRST30\d|PT401)$/;

/** A wrong key of the project is 401 as well, but without such a code: the operator's fault, not the user's. */
const isSessionOver = ({ status, code }: SupabaseAnswer) =>
  (status === 401 || status === 403) && SESSION_OVER.test(code);

function userRefusal(answer: SupabaseAnswer): DomainError {
  if (isSessionOver(answer))
    return new DomainError("unauthorized", "Your session has ended. Please sign in again.");
  return answer.code === "PT403"
    ? new DomainError("second_factor_required", "Confirm with your authenticator app first.")
    : unexpected(answer);
}

const TRY_MAIL_AGAIN_S = 60;

function mailRefusal(answer: SupabaseAnswer): DomainError {
  if (answer.status === 429) {
    const message = "Too many emails were sent. Please try again in a few minutes.";
    return new DomainError("rate_limited", message, { retryAfter: TRY_MAIL_AGAIN_S });
  }
  if (/^(email_address_invalid|email_address_not_authorized|validation_failed)$/.test(answer.code)) {
    return new DomainError("invalid_request", "This email address cannot be invited.", { field: "email" });
  }
  return unexpected(answer);
}

/**
 * Whether this one address was mailed within the last minute. It shares its code with the limit of the whole project,
 * but telling it would tell something about the address.
 */
const isMailedJustNow = ({ status, message }: SupabaseAnswer) =>
  status === 429 && /after \d+ seconds/.test(message);
