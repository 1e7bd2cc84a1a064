import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { SupabaseContext } from "../context.ts";
import { mailToken } from "../one-time-token.ts";
import { redirectTarget } from "../redirects.ts";
import { emailField, metadataField, passwordField, readBody } from "../request.ts";
import { viewUser } from "../user-view.ts";
import { findOrCreateUser, hashPassword, requireStrongPassword } from "../users.ts";

const signUp = z.object({ email: emailField, password: passwordField, data: metadataField.nullish() });

/** A new account waits for the click in its mail. */
export function signUpRoutes(ctx: SupabaseContext) {
  return new Hono().post("/signup", async (c) => {
    const { email, password, data } = await readBody(c, signUp);
    const redirectTo = await redirectTarget(ctx, c);
    requireStrongPassword(ctx, password);
    const view = await ctx.limits.mail("signup", [email], async () => {
      // Hashed for a known address too, so that neither the response nor its timing reveals who has an account.
      const passwordHash = await hashPassword(password);
      const userMetadata = data ?? {};
      const { user } = await findOrCreateUser(ctx, { email, passwordHash, confirmed: false, userMetadata });
      if (user.confirmed_at) return inventedUser(email, userMetadata);
      await mailToken(ctx, user, "signup", redirectTo);
      return viewUser(ctx, user.id);
    });
    return c.json(view);
  });
}

/**
 * The response for an address that has an account: a made-up user that looks newly created. The hosted service does the
 * same, but leaves out the identity, which gives it away.
 */
function inventedUser(email: string, userMetadata: Record<string, unknown>) {
  const [id, now] = [randomUUID(), new Date().toISOString()];
  const about = { ...userMetadata, sub: id, email, email_verified: false, phone_verified: false };
  const times = { created_at: now, updated_at: now };
  const identity = { identity_id: randomUUID(), id, user_id: id, identity_data: about, provider: "email" };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: about,
    identities: [{ ...identity, last_sign_in_at: now, ...times, email }],
    ...times,
    is_anonymous: false,
    confirmation_sent_at: now,
  };
}
