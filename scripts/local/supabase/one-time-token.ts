import { randomInt } from "node:crypto";
import type { SupabaseContext } from "./context.ts";
import { hashCode, type LiteUser } from "./lite-internals.ts";
import { composeMail, type MailKind } from "./mails.ts";

/** Mails a new one-time token; it replaces the one mailed before for the same purpose. */
export async function mailToken(ctx: SupabaseContext, user: LiteUser, kind: MailKind): Promise<void> {
  const email = user.email ?? "";
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const tokenHash = hashCode(email, code);
  const sentAt = new Date().toISOString();
  const { repo } = await ctx.lite.auth();
  await repo.updateUser(
    user.id,
    kind === "signup"
      ? { confirmation_token: tokenHash, confirmation_sent_at: sentAt }
      : { recovery_token: tokenHash, recovery_sent_at: sentAt },
  );
  await ctx.sendMail(composeMail(kind, { to: email, siteUrl: ctx.siteUrl, tokenHash, code }));
}
