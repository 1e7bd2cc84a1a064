import { auth } from "#app/lib/auth.ts";
import { granted } from "./as-user.ts";
import { qrImage } from "./totp.ts";

export interface Enrolment {
  factorId: string;
  secret: string;
  /** The address of an image. */
  qrCode: string;
  /** What the code says: opens an authenticator app of the same device. */
  appLink: string;
}

/** Begins to set up an authenticator app; what an abandoned attempt left is removed first. */
export async function enrol(): Promise<Enrolment> {
  const { all } = await granted((client) => client.mfa.listFactors());
  for (const factor of all) if (factor.status === "unverified") await removeFactor(factor.id);
  const { id, totp } = await granted((client) =>
    client.mfa.enroll({ factorType: "totp", issuer: "Latchkey", friendlyName: "Authenticator app" }),
  );
  return { factorId: id, secret: totp.secret, qrCode: qrImage(totp.qr_code), appLink: totp.uri };
}

/** Turns it on, or passes the second step in a session that lacks it. @throws when the code is not the app's. */
export const proveCode = (factorId: string, code: string) =>
  granted((client) => client.mfa.challengeAndVerify({ factorId, code }));

export const removeFactor = (factorId: string) => granted((client) => client.mfa.unenroll({ factorId }));

/** Removes every authenticator app, and takes this session back to one step. */
export async function removeVerifiedFactors(): Promise<void> {
  const { totp } = await granted((client) => client.mfa.listFactors());
  for (const factor of totp) await removeFactor(factor.id);
  await granted((client) => client.refreshSession());
}

/** What the specification wants to read in the metadata. It decides nothing, so its failure undoes nothing. */
export async function noteTwoFactor(enabled: boolean): Promise<void> {
  const { error } = await (await auth()).updateUser({ data: { twoFactorEnabled: enabled } });
  if (error) console.warn("The metadata does not say yet whether two-factor is on.", error);
}
