import { auth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";
import { signInRedirect } from "./sign-in-redirect.ts";
import { throwFailure, useAttempt } from "./use-attempt.ts";

export interface NewAccount {
  email: string;
  password: string;
}

/** Making an account with a password. An address that has one already is answered in the same way. */
export function useSignUp(onDone: () => void) {
  const { attempt, ...state } = useAttempt(authMessages.fallback.signUp);
  const signUp = (account: NewAccount) =>
    attempt(async () => {
      const options = { emailRedirectTo: signInRedirect(paths.dashboard) };
      throwFailure(await (await auth()).signUp({ ...account, options }));
      onDone();
    });
  return { signUp, ...state };
}
