import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { SupabaseContext } from "../context.ts";
import { mailToken } from "../one-time-token.ts";
import { emailField, metadataField, passwordField, readBody } from "../request.ts";
import { viewUser } from "../user-view.ts";
import { findOrCreateUser, hashPassword } from "../users.ts";

const signUp = z.object({ email: emailField, password: passwordField, data: metadataField.nullish() });
const resend = z.object({ email: emailField, type: z.literal("signup") });

/** A new account waits for the click in its mail. */
export function signUpRoutes(ctx: SupabaseContext) {
  return new Hono()
    .post("/signup", async (c) => {
      const { email, password, data } = await readBody(c, signUp);
      // Hashed for a known address too: neither the answer nor the time it takes tells who has an account.
      const passwordHash = await hashPassword(password);
      const userMetadata = data ?? {};
      const { user } = await findOrCreateUser(ctx, { email, passwordHash, confirmed: false, userMetadata });
      if (user.confirmed_at) return c.json(inventedUser(email, userMetadata));
      await mailToken(ctx, user, "signup");
      return c.json(await viewUser(ctx, user.id));
    })
    .post("/resend", async (c) => {
      const { email } = await readBody(c, resend);
      const user = await (await ctx.lite.auth()).repo.findUserByEmail(email);
      if (user && !user.confirmed_at) await mailToken(ctx, user, "signup");
      return c.json({});
    });
}

/** What the hosted service answers for an address that has an account: a user who does not exist. */
function inventedUser(email: string, userMetadata: Record<string, unknown>) {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
