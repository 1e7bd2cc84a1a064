import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { noteTwoFactor } from "#app/lib/auth/second-factor.ts";
import { asPresentUser, asUser } from "./as-user.ts";
import { accountSessionsQuery, accountUserQuery, recoveryCodesQuery } from "./queries.ts";
import { qrImage } from "./totp.ts";

export interface Enrollment {
  factorId: string;
  secret: string;
  qrCode: string;
  /** Opens an authenticator app on the same device. */
  appLink: string;
}

/** Starts to set up an authenticator app, after removing the rest of an abandoned attempt. */
export const enroll = (): Promise<Enrollment> =>
  asPresentUser(async () => {
    const { all } = await unwrapAuth((client) => client.mfa.listFactors());
    for (const factor of all) if (factor.status === "unverified") await unenroll(factor.id);
    const { id, totp } = await unwrapAuth((client) =>
      client.mfa.enroll({ factorType: "totp", issuer: "Latchkey", friendlyName: "Authenticator app" }),
    );
    return { factorId: id, secret: totp.secret, qrCode: qrImage(totp.qr_code), appLink: totp.uri };
  });

export const cancelEnrollment = (factorId: string) => asUser(() => unenroll(factorId));

export const turnOn = (factorId: string, code: string, queryClient: QueryClient): Promise<void> =>
  asUser(async () => {
    await verify(factorId, code);
    await noteTwoFactor(true);
    await refresh(queryClient);
  });

export const turnOff = (queryClient: QueryClient): Promise<void> =>
  asPresentUser(async () => {
    const { totp } = await unwrapAuth((client) => client.mfa.listFactors());
    for (const factor of totp) await unenroll(factor.id);
    // Takes this session back to one factor.
    await unwrapAuth((client) => client.refreshSession());
    await noteTwoFactor(false);
    await refresh(queryClient);
  });

/** New recovery codes in place of all earlier ones. */
export const newRecoveryCodes = (queryClient: QueryClient): Promise<string[]> =>
  asUser(async () => {
    const { codes } = await unwrap(api.api.account["recovery-codes"].$post());
    // A first fetch that is still under way would not be repeated, and may have counted the earlier codes.
    await queryClient.cancelQueries(recoveryCodesQuery);
    void queryClient.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey });
    return codes;
  });

const verify = (factorId: string, code: string) =>
  unwrapAuth((client) => client.mfa.challengeAndVerify({ factorId, code }));

const unenroll = (factorId: string) => unwrapAuth((client) => client.mfa.unenroll({ factorId }));

/** The provider ends or weakens other sessions with it. */
async function refresh(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: accountSessionsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: accountUserQuery.queryKey });
}
