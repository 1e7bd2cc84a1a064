import { Hono } from "hono";
import { z } from "zod";
import type { SupabaseContext } from "../context.ts";
import { pendingChange } from "../email-change.ts";
import { AuthFailure, emailExists, validationFailed } from "../errors.ts";
import type { LiteUser } from "../lite-internals.ts";
import { drawToken, issueToken, type OneTimeToken } from "../one-time-token.ts";
import { redirectTarget } from "../redirects.ts";
import { emailField, metadataField, passwordField, readBody } from "../request.ts";
import { viewUser } from "../user-view.ts";
import { findOrCreateUser, hashPassword, requireStrongPassword } from "../users.ts";

const TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
const request = z.object({
  type: z.enum(TYPES, "Invalid email action link type requested"),
  email: emailField,
  new_email: emailField.optional(),
  password: passwordField.optional(),
  data: metadataField.nullish(),
});
type LinkRequest = z.infer<typeof request>;

/** The link an email would contain, for the admin to pass on in another way. No email is sent. */
export function generateLinkRoutes(ctx: SupabaseContext) {
  return new Hono().post("/generate_link", async (c) => {
    const wanted = await readBody(c, request);
    const redirectTo = await redirectTarget(ctx, c);
    const { user, type } = await userFor(ctx, wanted);
    const token = await tokenFor(ctx, user, { ...wanted, type });
    const link = new URL(`${ctx.issuer}/verify`);
    const linkType = type.startsWith("email_change") ? "email_change" : type;
    link.search = new URLSearchParams({
      token: token.hash,
      type: linkType,
      redirect_to: redirectTo,
    }).toString();
    return c.json({
      ...(await viewUser(ctx, user.id)),
      action_link: link.href,
      email_otp: token.code,
      hashed_token: token.hash,
      verification_type: type,
      redirect_to: redirectTo,
    });
  });
}

/** An address without an account gets one where the link is a way in; a sign-in link then confirms it. */
async function userFor(ctx: SupabaseContext, { type, email, password, data }: LinkRequest) {
  const known = await (await ctx.lite.auth()).repo.findUserByEmail(email);
  if (known?.confirmed_at && (type === "signup" || type === "invite")) throw emailExists();
  if (known) return { user: known, type };
  if (type !== "signup" && type !== "invite" && type !== "magiclink")
    throw new AuthFailure(404, "user_not_found", "User with this email not found");
  const passwordHash = type === "signup" ? await hashRequired(ctx, password) : null;
  const { user } = await findOrCreateUser(ctx, {
    email,
    passwordHash,
    confirmed: false,
    userMetadata: data ?? {},
  });
  return { user, type: type === "magiclink" ? ("signup" as const) : type };
}

function hashRequired(ctx: SupabaseContext, password: string | undefined): Promise<string> {
  if (password === undefined) throw validationFailed("Signup requires a valid password");
  requireStrongPassword(ctx, password);
  return hashPassword(password);
}

async function tokenFor(
  ctx: SupabaseContext,
  user: LiteUser,
  { type, new_email: newEmail }: LinkRequest,
): Promise<OneTimeToken> {
  if (type !== "email_change_current" && type !== "email_change_new") return issueToken(ctx, user, type);
  if (newEmail === undefined) throw validationFailed("An email address is required");
  const { repo } = await ctx.lite.auth();
  if (await repo.findUserByEmail(newEmail)) throw emailExists();
  const isCurrent = type === "email_change_current";
  const token = drawToken(ctx, "email_change", isCurrent ? (user.email ?? "") : newEmail);
  const column = isCurrent ? "email_change_token_current" : "email_change_token_new";
  await repo.updateUser(user.id, { ...pendingChange(newEmail), [column]: token.stored });
  return token;
}
