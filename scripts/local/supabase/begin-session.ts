import { randomBytes, randomUUID } from "node:crypto";
import type { SupabaseContext } from "./context.ts";
import type { LiteSession } from "./lite-internals.ts";

/** A session for a user whose identity was proven by something other than Lite's own checks. */
export async function beginSession(
  { lite }: Pick<SupabaseContext, "lite">,
  userId: string,
): Promise<LiteSession> {
  const auth = await lite.auth();
  const sessionId = randomUUID();
  await auth.repo.createSession({ id: sessionId, user_id: userId });
  const token = randomBytes(24).toString("base64url");
  await auth.repo.createRefreshToken({ token, user_id: userId, session_id: sessionId });
  await auth.repo.updateUser(userId, { last_sign_in_at: new Date().toISOString() });
  return auth.refreshSession(token);
}
