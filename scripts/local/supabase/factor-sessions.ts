import { withAccessToken } from "./access-token.ts";
import { assuranceOf, readMethods, withoutSecondFactor, withSecondFactor } from "./assurance.ts";
import { replaceRefreshTokens } from "./begin-session.ts";
import type { Caller, SupabaseContext } from "./context.ts";
import type { LiteSession } from "./lite-internals.ts";

/**
 * Lifts the caller's session to aal2 and ends the user's sessions below it. The refresh tokens given out before die:
 * whoever holds a copy of one must not come by the higher level.
 */
export async function raiseSession(
  ctx: SupabaseContext,
  { userId, sessionId }: Caller,
  factorId: string,
): Promise<LiteSession> {
  const session = await (await ctx.lite.auth()).repo.findSessionById(sessionId);
  const methods = withSecondFactor(readMethods(session?.tag), Date.now());
  await ctx.lite.updateSession(sessionId, { tag: JSON.stringify(methods), factor_id: factorId });
  for (const { id, tag } of await ctx.lite.sessionsOf(userId))
    if (assuranceOf(readMethods(tag)) !== "aal2") await ctx.lite.endSession(id);
  return withAccessToken(ctx, await replaceRefreshTokens(ctx, { userId, sessionId }));
}

/** The sessions that rest on a factor fall to aal1. */
export async function lowerSessions(
  { lite }: Pick<SupabaseContext, "lite">,
  userId: string,
  factorId: string,
): Promise<void> {
  for (const { id, tag, factor_id } of await lite.sessionsOf(userId)) {
    if (factor_id !== factorId) continue;
    const methods = withoutSecondFactor(readMethods(tag));
    await lite.updateSession(id, { tag: JSON.stringify(methods), factor_id: null });
  }
}
