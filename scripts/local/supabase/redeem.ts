import type { SupabaseContext } from "./context.ts";
import { confirmEmailChange } from "./email-change.ts";
import { AuthFailure } from "./errors.ts";
import { fromLiteError, type LiteSession } from "./lite-internals.ts";
import type { Purpose } from "./mails.ts";
import { hashCode, storedToken } from "./one-time-token.ts";

/** What a caller says a token is for. `email` stands for any mail that lets an address in. */
const ACCEPTED = {
  signup: ["signup"],
  invite: ["invite"],
  magiclink: ["magiclink"],
  recovery: ["recovery"],
  email: ["signup", "invite", "magiclink"],
  email_change: ["email_change"],
} satisfies Record<string, Purpose[]>;
type VerificationType = keyof typeof ACCEPTED;
export const isVerificationType = (type: string): type is VerificationType => Object.hasOwn(ACCEPTED, type);

export type Proof = { hash: string } | { email: string; code: string };

/**
 * Trades a mailed token for a session, once.
 * @returns "half" after the first of the two confirmations that a change of address needs.
 * @throws AuthFailure `otp_expired` for any other token: old, used, foreign, or mailed for something else.
 */
export function redeem(ctx: SupabaseContext, type: VerificationType, proof: Proof) {
  if ("hash" in proof) return redeemAs(ctx, type, proof, "Email link is invalid or has expired");
  return ctx.limits.codeGuess(proof.email, () =>
    redeemAs(ctx, type, proof, "Token has expired or is invalid"),
  );
}

async function redeemAs(ctx: SupabaseContext, type: VerificationType, proof: Proof, refusal: string) {
  for (const purpose of ACCEPTED[type]) {
    const hash = "hash" in proof ? proof.hash : hashCode(ctx, purpose, proof.email, proof.code);
    const redeemed = await redeemFor(ctx, purpose, storedToken(purpose, hash));
    if (redeemed) return redeemed;
  }
  throw new AuthFailure(403, "otp_expired", refusal);
}

async function redeemFor(ctx: SupabaseContext, purpose: Purpose, stored: string) {
  if (purpose === "email_change") return confirmEmailChange(ctx, stored);
  const session = await redeemWithLite(ctx, purpose === "invite" ? "signup" : purpose, stored);
  if (!session) return null;
  // As the hosted service does: the address is proven, so what else was mailed to prove it is of no use.
  const { repo } = await ctx.lite.auth();
  await repo.updateUser(session.user.id, { confirmation_token: null, recovery_token: null });
  return session;
}

async function redeemWithLite(
  ctx: SupabaseContext,
  type: string,
  stored: string,
): Promise<LiteSession | null> {
  try {
    return await (await ctx.lite.auth()).verifyOtp({ token_hash: stored, type });
  } catch (error) {
    if (fromLiteError(error)?.code === "otp_expired") return null;
    throw error;
  }
}
