import { createHash, createHmac, randomInt } from "node:crypto";
import type { SupabaseContext } from "./context.ts";
import type { LiteUser } from "./lite-internals.ts";
import { composeMail, type Purpose } from "./mail-content.ts";

export interface OneTimeToken {
  /** Six digits, to be typed with the address. */
  code: string;
  /** The token in the link. */
  hash: string;
  /** The stored hash of the token. */
  stored: string;
}

export function drawToken(ctx: TokenKey, purpose: Purpose, email: string): OneTimeToken {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const hash = hashCode(ctx, purpose, email, code);
  return { code, hash, stored: storedToken(purpose, hash) };
}

type TokenKey = Pick<SupabaseContext, "keys">;

/** Keyed: otherwise a link could be guessed by trying the million codes of a known address. */
export const hashCode = ({ keys }: TokenKey, purpose: Purpose, email: string, code: string) =>
  createHmac("sha256", keys.secretKey).update(`${purpose}:${email.toLowerCase()}:${code}`).digest("hex");

/** Names the purpose, for which purposes share columns; and whoever reads the database holds no link. */
export const storedToken = (purpose: Purpose, hash: string) =>
  createHash("sha256").update(`${purpose}:${hash}`).digest("hex");

export const isExpired = ({ project }: Pick<SupabaseContext, "project">, sentAt: string | null): boolean =>
  sentAt === null || Date.now() - Date.parse(sentAt) > project.oneTimeTokenSeconds * 1000;

type SimplePurpose = Exclude<Purpose, "email_change">;

/** A new one-time token; it replaces the one made before for the same purpose. */
export async function issueToken(
  ctx: SupabaseContext,
  user: LiteUser,
  purpose: SimplePurpose,
): Promise<OneTimeToken> {
  const token = drawToken(ctx, purpose, user.email ?? "");
  const { repo } = await ctx.lite.auth();
  await repo.updateUser(user.id, columnsFor(purpose, token.stored, new Date().toISOString()));
  return token;
}

function columnsFor(purpose: SimplePurpose, stored: string, at: string): Partial<LiteUser> {
  switch (purpose) {
    case "signup":
      return { confirmation_token: stored, confirmation_sent_at: at };
    case "invite":
      return { confirmation_token: stored, confirmation_sent_at: at, invited_at: at };
    case "magiclink":
    case "recovery":
      return { recovery_token: stored, recovery_sent_at: at };
    case "reauthentication":
      return { reauthentication_token: stored, reauthentication_sent_at: at };
  }
}

/** The columns that invalidate everything emailed to a user so far. */
export const NO_TOKENS: Partial<LiteUser> = {
  confirmation_token: null,
  recovery_token: null,
  email_change_token_current: null,
  email_change_token_new: null,
  reauthentication_token: null,
};

/** Emails a new one-time token to the user. */
export async function mailToken(
  ctx: SupabaseContext,
  user: LiteUser,
  purpose: SimplePurpose,
  redirectTo: string,
): Promise<void> {
  const email = user.email ?? "";
  const token = await issueToken(ctx, user, purpose);
  await sendToken(ctx, { purpose, to: email, token, redirectTo, email, newEmail: "" });
}

interface TokenMail {
  purpose: Purpose;
  to: string;
  token: OneTimeToken;
  redirectTo: string;
  /** The user's address, and the one it is to become. */
  email: string;
  newEmail: string;
}

export function sendToken(ctx: SupabaseContext, mail: TokenMail): Promise<void> {
  const { purpose, to, token, redirectTo, email, newEmail } = mail;
  const values = {
    SiteURL: ctx.siteUrl,
    TokenHash: token.hash,
    Token: token.code,
    RedirectTo: redirectTo,
    Email: email,
    NewEmail: newEmail,
  };
  return ctx.sendMail(composeMail(ctx.project, purpose, to, values));
}
