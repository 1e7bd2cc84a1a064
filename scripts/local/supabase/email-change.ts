import { beginSession } from "./begin-session.ts";
import type { SupabaseContext } from "./context.ts";
import { emailExists } from "./errors.ts";
import { providersOf } from "./identities.ts";
import type { LiteSession, LiteUser } from "./lite-internals.ts";
import { drawToken, isExpired, type OneTimeToken, sendToken } from "./one-time-token.ts";
import { mergeMetadata, moveAddress, type Repository, unlessTaken } from "./users.ts";

const SIDES = ["email_change_token_current", "email_change_token_new"] as const;

/** Emails a token to each address. The change takes effect once both have been redeemed. */
export async function mailEmailChange(
  ctx: SupabaseContext,
  user: LiteUser,
  newEmail: string,
  redirectTo: string,
): Promise<void> {
  const email = user.email ?? "";
  const current = email ? drawToken(ctx, "email_change", email) : null;
  const next = drawToken(ctx, "email_change", newEmail);
  await (await ctx.lite.auth()).repo.updateUser(user.id, {
    ...pendingChange(newEmail),
    email_change_token_current: current?.stored ?? null,
    email_change_token_new: next.stored,
  });
  const send = (to: string, token: OneTimeToken) =>
    sendToken(ctx, { purpose: "email_change", to, token, redirectTo, email, newEmail });
  if (current) await send(email, current);
  await send(newEmail, next);
}

/** The columns of a change that nobody has confirmed yet. */
export const pendingChange = (newEmail: string) => ({
  email_change: newEmail,
  email_change_sent_at: new Date().toISOString(),
  email_change_confirm_status: 0,
});

/**
 * Takes one of the two confirmations, once.
 * @returns a session after the second, "half" after the first, null for a token that is not outstanding.
 */
export async function confirmEmailChange(
  ctx: SupabaseContext,
  stored: string,
): Promise<LiteSession | "half" | null> {
  const { repo } = await ctx.lite.auth();
  const userId = await repo.transaction((tx) => takeConfirmation(ctx, tx, stored));
  return userId === null || userId === "half" ? userId : beginSession(ctx, userId);
}

async function takeConfirmation(ctx: SupabaseContext, tx: Repository, stored: string) {
  for (const side of SIDES) {
    const user = await tx.findUserByToken(side, stored);
    if (!user?.email_change || isExpired(ctx, user.email_change_sent_at)) continue;
    if (!(await tx.claimUserToken(user.id, side, stored))) continue;
    if (user.email && user.email_change_confirm_status === 0) {
      await tx.updateUser(user.id, { email_change_confirm_status: 1 });
      return "half";
    }
    if ((await unlessTaken(moveAddress(tx, user, user.email_change, true))) === null) throw emailExists();
    const providers = await providersOf(tx, user.id);
    await tx.updateUser(user.id, { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, providers) });
    return user.id;
  }
  return null;
}
