import type { SupabaseContext } from "./context.ts";
import { AuthFailure } from "./errors.ts";
import type { LiteSession } from "./lite-internals.ts";
import { isPasswordOf } from "./users.ts";

/** A session for an address and its password. Whatever is wrong, the answer takes as long and says the same. */
export function signIn(ctx: SupabaseContext, email: string, password: string): Promise<LiteSession> {
  return ctx.limits.passwordGuess(email, async () => {
    const auth = await ctx.lite.auth();
    const user = await auth.repo.findUserByEmail(email);
    // Lite answers for an address that is unknown, unconfirmed or without a password before it looks at the password.
    const looksAtPassword = user?.confirmed_at && user.encrypted_password;
    if (!looksAtPassword && !(await isPasswordOf(user, password)))
      throw new AuthFailure(400, "invalid_credentials", "Invalid login credentials");
    return auth.signInWithPassword(email, password);
  });
}
