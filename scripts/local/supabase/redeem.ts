import type { SupabaseContext } from "./context.ts";
import { confirmEmailChange } from "./email-change.ts";
import { AuthFailure } from "./errors.ts";
import { fromLiteError, type LiteSession } from "./lite-internals.ts";
import type { Purpose } from "./mail-content.ts";
import { hashCode, storedToken } from "./one-time-token.ts";

/** The purpose a caller gives for a token. `email` means any email that signs in. */
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
 * Exchanges an emailed token for a session, once.
 * @returns "half" after the first of the two confirmations that a change of address needs.
 * @throws AuthFailure `otp_expired` for any other token: expired, used, another user's, or sent for another purpose.
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
  // The hosted service does the same: the address is confirmed, so other tokens to confirm it become invalid.
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
