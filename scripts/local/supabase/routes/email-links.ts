import { Hono } from "hono";
import { z } from "zod";
import { withAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { mailEmailChange } from "../email-change.ts";
import { AuthFailure, validationFailed } from "../errors.ts";
import { mailToken } from "../one-time-token.ts";
import { isVerificationType, type Proof, redeem } from "../redeem.ts";
import { redirectTarget } from "../redirects.ts";
import { emailField, metadataField, readBody } from "../request.ts";
import { findOrCreateUser } from "../users.ts";

const otp = z.object({
  email: emailField.optional(),
  phone: z.string().max(40).optional(),
  create_user: z.boolean().default(true),
  data: metadataField.nullish(),
});
const recover = z.object({ email: emailField });
const resend = z.object({
  email: emailField,
  type: z.enum(["signup", "email_change"], "Missing one of these types: signup, email_change"),
});
const verification = z.object({
  type: z.string().max(40).refine(isVerificationType, "Invalid email verification type"),
  token_hash: z.string().max(255).optional(),
  email: z.string().max(255).optional(),
  token: z.string().max(255).optional(),
});

/** Ask for a one-time token by mail, and redeem it for a session. */
export function emailLinkRoutes(ctx: SupabaseContext) {
  return new Hono()
    .post("/otp", async (c) => {
      const { email, phone, create_user, data } = await readBody(c, otp);
      if (phone) throw new AuthFailure(400, "phone_provider_disabled", "Unsupported phone provider");
      if (!email) throw validationFailed("One of email or phone must be set");
      if (!create_user && !(await findUser(ctx, email)))
        throw new AuthFailure(422, "otp_disabled", "Signups not allowed for otp");
      const redirectTo = await redirectTarget(ctx, c);
      const newUser = { email, passwordHash: null, confirmed: false, userMetadata: data ?? {} };
      await ctx.limits.mail("otp", [email], async () => {
        const { user } = await findOrCreateUser(ctx, newUser);
        await mailToken(ctx, user, user.confirmed_at ? "magiclink" : "signup", redirectTo);
      });
      return c.json({});
    })
    .post("/recover", async (c) => {
      const { email } = await readBody(c, recover);
      const redirectTo = await redirectTarget(ctx, c);
      await ctx.limits.mail("recovery", [email], async () => {
        const user = await findUser(ctx, email);
        if (user) await mailToken(ctx, user, "recovery", redirectTo);
      });
      return c.json({});
    })
    .post("/resend", async (c) => {
      const { email, type } = await readBody(c, resend);
      const redirectTo = await redirectTarget(ctx, c);
      await ctx.limits.mail(type, [email], async () => {
        const user = await findUser(ctx, email);
        if (type === "signup" && user && !user.confirmed_at) await mailToken(ctx, user, type, redirectTo);
        if (type === "email_change" && user?.email_change)
          await mailEmailChange(ctx, user, user.email_change, redirectTo);
      });
      return c.json({});
    })
    .post("/verify", async (c) => {
      const { type, ...proof } = await readBody(c, verification);
      const session = await redeem(ctx, type, proofOf(proof));
      return c.json(session === "half" ? HALF_CONFIRMED : await withAccessToken(ctx, session, "otp"));
    });
}

export const HALF_CONFIRMED = {
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
  code: "200",
};

async function findUser({ lite }: SupabaseContext, email: string) {
  return (await lite.auth()).repo.findUserByEmail(email);
}

function proofOf({ token_hash, email, token }: Omit<z.infer<typeof verification>, "type">): Proof {
  if (!token_hash === !token) throw validationFailed("Verify requires either a token or a token hash");
  if (token_hash) {
    if (email) throw validationFailed("Only the token_hash and type should be provided");
    return { hash: token_hash };
  }
  if (!email || !token)
    throw validationFailed("Only an email address or phone number should be provided on verify");
  return { email, code: token };
}
