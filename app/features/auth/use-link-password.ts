import { useState } from "react";
import { auth, knownSession } from "#app/lib/auth.ts";
import { authMessages } from "./messages.ts";
import { needsSecondFactor } from "./second-factor.ts";
import { throwFailure, useAttempt } from "./use-attempt.ts";
import { passSecondFactor } from "./use-second-factor.ts";

/** What a mailed link carries for its reader to prove themselves with. */
export interface LinkProof {
  type: "recovery" | "invite";
  token: string;
  /** Beside an access token only, in links of the provider's own templates. */
  refreshToken?: string | undefined;
}

export type LinkPassword = ReturnType<typeof useLinkPassword>;

/**
 * Sets the password of the person a mailed link was sent to. The token is redeemed at the first try and never again
 * once accepted: a refused password can be corrected in the session that the token gave.
 */
export function useLinkPassword(proof: LinkProof, fallback: string, onDone: () => Promise<void>) {
  const [provenUser, setProvenUser] = useState<string | null>(null);
  const [step, setStep] = useState<"password" | "code">("password");
  const { attempt, busy, failure, setFailure } = useAttempt(fallback);

  const prove = async () => {
    if (!provenUser) return setProvenUser(await redeem(proof));
    if ((await signedInUser()) === provenUser) return;
    setProvenUser(null);
    throw new Error();
  };
  const change = async (password: string) => {
    throwFailure(await (await auth()).updateUser({ password }));
    await onDone();
  };
  return {
    busy,
    failure,
    setFailure,
    /** Whether the link was accepted; until then a failure may mean that a new link is needed. */
    proven: provenUser !== null,
    /** `code` while the account's second factor is asked for. */
    step,
    submit: (password: string) =>
      attempt(async () => {
        await prove();
        if (needsSecondFactor()) setStep("code");
        else await change(password);
      }),
    submitWithCode: (password: string, code: string) =>
      attempt(async () => {
        await prove();
        await passSecondFactor(code);
        setStep("password");
        await change(password);
      }),
  };
}

/** The session is the browser's: another tab may have ended it, or have signed in somebody else. */
async function signedInUser(): Promise<string | undefined> {
  return (await knownSession())?.user.id;
}

/** @returns whose link it was. */
async function redeem({ type, token, refreshToken }: LinkProof): Promise<string> {
  if (token.trim() === "") throw new Error(authMessages.invalid.resetToken);
  const client = await auth();
  const { data, error } = refreshToken
    ? await client.setSession({ access_token: token, refresh_token: refreshToken })
    : await client.verifyOtp({ token_hash: token, type });
  if (error) throw error;
  if (!data.user) throw new Error();
  return data.user.id;
}
