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

/**
 * The code that a change of password needs besides: null in a session that began within a day.
 * @throws AuthFailure `reauthentication_needed` without one.
 */
export async function codeNeeded(
  { lite }: SupabaseContext,
  { sessionId }: Caller,
  nonce: string | undefined,
): Promise<string | null> {
  const session = await (await lite.auth()).repo.findSessionById(sessionId);
  if (session && Date.now() - Date.parse(session.created_at) <= RECENT_MS) return null;
  if (nonce) return nonce;
  throw new AuthFailure(400, "reauthentication_needed", "Password update requires reauthentication");
}

/** Uses up an emailed code. @throws AuthFailure `reauthentication_not_valid` for any other text. */
export async function spendEmailedCode(ctx: SupabaseContext, user: LiteUser, nonce: string): Promise<void> {
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
