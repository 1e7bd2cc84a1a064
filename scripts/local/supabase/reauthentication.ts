import type { Caller, SupabaseContext } from "./context.ts";
import { AuthFailure } from "./errors.ts";
import type { LiteUser } from "./lite-internals.ts";
import { hashCode, isExpired, mailToken, storedToken } from "./one-time-token.ts";

const RECENT_MS = 24 * 60 * 60 * 1000;

/** Emails the signed-in user a code that replaces a recent sign-in. */
export async function mailReauthentication(ctx: SupabaseContext, user: LiteUser): Promise<void> {
  const { email } = user;
  if (!email || !user.confirmed_at)
    throw new AuthFailure(422, "email_not_confirmed", "Please verify your email first.");
  await ctx.limits.mail("reauthentication", [email], () =>
    mailToken(ctx, user, "reauthentication", ctx.siteUrl),
  );
}

/** @throws AuthFailure unless the session began within a day or `nonce` is the emailed code, which is then used up. */
export async function requireRecentSignIn(
  ctx: SupabaseContext,
  { sessionId }: Caller,
  user: LiteUser,
  nonce: string | undefined,
): Promise<void> {
  const session = await (await ctx.lite.auth()).repo.findSessionById(sessionId);
  if (session && Date.now() - Date.parse(session.created_at) <= RECENT_MS) return;
  if (!nonce)
    throw new AuthFailure(400, "reauthentication_needed", "Password update requires reauthentication");
  await ctx.limits.codeGuess(user.email ?? user.id, async () => {
    if (!(await useNonce(ctx, user, nonce)))
      throw new AuthFailure(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  });
}

async function useNonce(ctx: SupabaseContext, user: LiteUser, nonce: string): Promise<boolean> {
  if (isExpired(ctx, user.reauthentication_sent_at)) return false;
  const hash = hashCode(ctx, "reauthentication", user.email ?? "", nonce);
  const { repo } = await ctx.lite.auth();
  return repo.claimUserToken(user.id, "reauthentication_token", storedToken("reauthentication", hash));
}
