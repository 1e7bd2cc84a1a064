import type { SupabaseContext } from "./context.ts";
import { AuthFailure } from "./errors.ts";
import type { LiteSession } from "./lite-internals.ts";
import { isPasswordOf } from "./users.ts";

/** A session for an address and its password. All failures look the same and take the same time. */
export function signIn(ctx: SupabaseContext, email: string, password: string): Promise<LiteSession> {
  return ctx.limits.passwordGuess(email, async () => {
    const auth = await ctx.lite.auth();
    const user = await auth.repo.findUserByEmail(email);
    // Lite responds to an unknown or unconfirmed address, or one without a password, before it checks the password.
    const looksAtPassword = user?.confirmed_at && user.encrypted_password;
    if (!looksAtPassword && !(await isPasswordOf(user, password)))
      throw new AuthFailure(400, "invalid_credentials", "Invalid login credentials");
    return auth.signInWithPassword(email, password);
  });
}
