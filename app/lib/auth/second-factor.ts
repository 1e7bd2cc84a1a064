import { auth, unwrapAuth } from "./auth.ts";
import { lacksSecondFactor, readStoredSession } from "./stored-session.ts";

/** Specification, section 5. */
export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code);

export function needsSecondFactor(): boolean {
  const session = readStoredSession();
  return session !== null && lacksSecondFactor(session);
}

export async function passSecondFactor(code: string): Promise<void> {
  const { totp } = await unwrapAuth((client) => client.mfa.listFactors());
  const [factor] = totp;
  if (factor) await unwrapAuth((client) => client.mfa.challengeAndVerify({ factorId: factor.id, code }));
  // The factor was removed on another device: a fresh session needs no code.
  else await unwrapAuth((client) => client.refreshSession());
}

/** The specification requires it in the metadata. It decides nothing, so its failure undoes nothing. */
export async function noteTwoFactor(enabled: boolean): Promise<void> {
  const { error } = await (await auth()).updateUser({ data: { twoFactorEnabled: enabled } });
  if (error) console.warn("Updating twoFactorEnabled in the metadata failed.", error);
}

export async function endSessionHere(): Promise<void> {
  await (await auth()).signOut({ scope: "local" });
}
