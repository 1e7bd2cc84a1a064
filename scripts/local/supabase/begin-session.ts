import { randomBytes, randomUUID } from "node:crypto";
import type { SupabaseContext } from "./context.ts";
import type { LiteSession } from "./lite-internals.ts";

/** A session for a user whose identity was proven by something other than Lite's own checks. */
export async function beginSession(ctx: Pick<SupabaseContext, "lite">, userId: string): Promise<LiteSession> {
  const { repo } = await ctx.lite.auth();
  const sessionId = randomUUID();
  await repo.createSession({ id: sessionId, user_id: userId });
  await repo.updateUser(userId, { last_sign_in_at: new Date().toISOString() });
  return replaceRefreshTokens(ctx, { userId, sessionId });
}

/** Gives a session a new chain of refresh tokens; none of the old one renews it any more. */
export async function replaceRefreshTokens(
  { lite }: Pick<SupabaseContext, "lite">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<LiteSession> {
  const auth = await lite.auth();
  await auth.repo.deleteRefreshTokensForSession(sessionId);
  const token = randomBytes(24).toString("base64url");
  await auth.repo.createRefreshToken({ token, user_id: userId, session_id: sessionId });
  return auth.refreshSession(token);
}
