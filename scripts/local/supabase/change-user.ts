import type { Caller, SupabaseContext } from "./context.ts";
import { mailEmailChange } from "./email-change.ts";
import { AuthFailure, emailExists } from "./errors.ts";
import { hasVerifiedFactor } from "./factors.ts";
import type { LiteUser } from "./lite-internals.ts";
import { codeNeeded, spendEmailedCode } from "./reauthentication.ts";
import { hashPassword, isPasswordOf, mergeMetadata, requireStrongPassword, setPassword } from "./users.ts";

interface UserChange {
  email?: string | undefined;
  password?: string | undefined;
  currentPassword?: string | undefined;
  nonce?: string | undefined;
  data?: Record<string, unknown> | undefined;
  redirectTo: string;
}

/** Applies a user's changes to their own account, all or nothing. A new address waits for its confirmations. */
export async function changeUser(ctx: SupabaseContext, caller: Caller, user: LiteUser, change: UserChange) {
  const { password, data } = change;
  const email = change.email === user.email ? undefined : change.email;
  if (password !== undefined) requireStrongPassword(ctx, password);
  if (password !== undefined || email !== undefined) requireSecondFactor(ctx, caller);
  const { repo } = await ctx.lite.auth();
  if (email !== undefined && (await repo.findUserByEmail(email))) throw emailExists();
  if (password !== undefined) {
    const code = await codeNeeded(ctx, caller, change.nonce);
    await requireCurrentPassword(ctx, caller, user, change.currentPassword);
    if (code !== null) await spendEmailedCode(ctx, user, code);
    await requireNewPassword(user, password);
  }
  const write = async () => {
    if (password !== undefined)
      await setPassword(ctx, user.id, await hashPassword(password), caller.sessionId);
    if (data)
      await repo.updateUser(user.id, { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, data) });
    if (email !== undefined) await mailEmailChange(ctx, user, email, change.redirectTo);
  };
  if (email === undefined) await write();
  else await ctx.limits.mail("email_change", [user.email ?? "", email], write);
}

function requireSecondFactor({ store }: SupabaseContext, { userId, assurance }: Caller) {
  if (assurance !== "aal2" && hasVerifiedFactor(store, userId))
    throw new AuthFailure(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
}

/** Not from a session that an emailed token began, nor from somebody without a password. */
async function requireCurrentPassword(
  { limits }: SupabaseContext,
  { byEmail }: Caller,
  user: LiteUser,
  typed: string | undefined,
) {
  if (!user.encrypted_password || byEmail) return;
  const message = "Current password required when setting new password.";
  if (!typed) throw new AuthFailure(400, "current_password_required", message);
  await limits.passwordGuess(user.email ?? user.id, async () => {
    if (!(await isPasswordOf(user, typed))) throw new AuthFailure(400, "current_password_invalid", message);
  });
}

async function requireNewPassword(user: LiteUser, password: string) {
  if (await isPasswordOf(user, password))
    throw new AuthFailure(422, "same_password", "New password should be different from the old password.");
}
