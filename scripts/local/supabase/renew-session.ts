import type { SupabaseContext } from "./context.ts";
import { AuthFailure } from "./errors.ts";
import type { LiteSession } from "./lite-internals.ts";

const REUSE_INTERVAL_MS = 10_000;

/**
 * Exchanges a refresh token for the next one; calls must run one at a time. A token that was already exchanged returns
 * the current one if that is its successor (the response was lost) or the session was just renewed (two tabs at once).
 * Anything else is a stolen copy, so the session ends.
 * @throws AuthFailure `refresh_token_already_used`, `refresh_token_not_found`
 */
export async function renewSession(
  { lite }: Pick<SupabaseContext, "lite">,
  refreshToken: string,
): Promise<LiteSession> {
  const auth = await lite.auth();
  const presented = await auth.repo.findRefreshToken(refreshToken);
  if (!presented?.session_id || !presented.revoked) return auth.refreshSession(refreshToken);
  const session = await auth.repo.findSessionById(presented.session_id);
  const family = await auth.repo.findRefreshTokensBySession(presented.session_id);
  const parent = family.find(({ revoked }) => !revoked)?.parent;
  // For the parent of the current token, Lite returns the current token without another exchange.
  if (parent && (parent === presented.token || isRecent(session?.refreshed_at)))
    return auth.refreshSession(parent);
  await lite.endSession(presented.session_id);
  throw new AuthFailure(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

const isRecent = (at: string | null | undefined) =>
  typeof at === "string" && Math.abs(Date.now() - Date.parse(at)) < REUSE_INTERVAL_MS;
