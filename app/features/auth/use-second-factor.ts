import { auth } from "#app/lib/auth.ts";
import { authMessages } from "./messages.ts";
import { throwFailure, useAttempt } from "./use-attempt.ts";

/** The second step of a session that has passed the first. */
export function useSecondFactor() {
  const { attempt, ...state } = useAttempt(authMessages.fallback.signIn);
  return {
    verify: (code: string) => attempt(() => passSecondFactor(code)),
    /** Ends the session here only; the person's other devices stay signed in. */
    switchAccount: () => attempt(endSession),
    ...state,
  };
}

export async function passSecondFactor(code: string): Promise<void> {
  const client = await auth();
  const { data, error } = await client.mfa.listFactors();
  if (error) throw error;
  const [factor] = data.totp;
  // Removed on another device meanwhile, the factor is not missed by a fresh session.
  const answer = factor
    ? await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    : await client.refreshSession();
  throwFailure(answer);
}

async function endSession(): Promise<void> {
  await (await auth()).signOut({ scope: "local" });
}
