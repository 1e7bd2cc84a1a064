import { Hono } from "hono";
import { z } from "zod";
import { withAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { AuthFailure, validationFailed } from "../errors.ts";
import { fromLiteError, type LiteSession } from "../lite-internals.ts";
import { mailToken } from "../one-time-token.ts";
import { emailField, metadataField, readBody } from "../request.ts";
import { findOrCreateUser } from "../users.ts";

const otp = z.object({
  email: emailField.optional(),
  phone: z.string().max(40).optional(),
  create_user: z.boolean().default(true),
  data: metadataField.nullish(),
});
const recover = z.object({ email: emailField });
const verification = z.object({
  type: z.enum(["signup", "magiclink", "recovery", "email"], "Invalid email verification type"),
  token_hash: z.string().max(255).optional(),
  email: z.string().max(255).optional(),
  token: z.string().max(255).optional(),
});
type Verification = z.infer<typeof verification>;

/** Ask for a one-time token by mail, and redeem it for a session. */
export function mailedLinkRoutes(ctx: SupabaseContext) {
  return new Hono()
    .post("/otp", async (c) => {
      const { email, phone, create_user, data } = await readBody(c, otp);
      if (phone) throw new AuthFailure(400, "phone_provider_disabled", "Unsupported phone provider");
      if (!email) throw validationFailed("One of email or phone must be set");
      if (!create_user && !(await (await ctx.lite.auth()).repo.findUserByEmail(email)))
        throw new AuthFailure(422, "otp_disabled", "Signups not allowed for otp");
      const userMetadata = data ?? {};
      const { user } = await findOrCreateUser(ctx, {
        email,
        passwordHash: null,
        confirmed: false,
        userMetadata,
      });
      await mailToken(ctx, user, user.confirmed_at ? "magiclink" : "signup");
      return c.json({});
    })
    .post("/recover", async (c) => {
      const { email } = await readBody(c, recover);
      const user = await (await ctx.lite.auth()).repo.findUserByEmail(email);
      if (user) await mailToken(ctx, user, "recovery");
      return c.json({});
    })
    .post("/verify", async (c) => {
      const session = await redeem(ctx, await readBody(c, verification));
      return c.json(await withAccessToken(ctx, session, "otp"));
    });
}

/** The type `email` stands for whichever mail was sent: a first confirmation or a sign-in link. */
async function redeem(ctx: SupabaseContext, { type, token_hash, email, token }: Verification) {
  const proof = token_hash ? { token_hash } : email && token ? { email, token } : null;
  if (!proof) throw validationFailed("Verify requires either a token or a token hash");
  for (const kind of type === "email" ? ["signup", "magiclink"] : [type]) {
    const session = await tryToRedeem(ctx, { ...proof, type: kind });
    if (session) return session;
  }
  throw new AuthFailure(
    403,
    "otp_expired",
    token_hash ? "Email link is invalid or has expired" : "Token has expired or is invalid",
  );
}

async function tryToRedeem(
  ctx: SupabaseContext,
  proof: { type: string; token_hash?: string; email?: string; token?: string },
): Promise<LiteSession | null> {
  try {
    return await (await ctx.lite.auth()).verifyOtp(proof);
  } catch (error) {
    if (fromLiteError(error)?.code === "otp_expired") return null;
    throw error;
  }
}
