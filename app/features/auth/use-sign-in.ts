import { useState } from "react";
import { auth } from "#app/lib/auth.ts";
import { failureMessage } from "./failure-message.ts";
import { authMessages } from "./messages.ts";

export interface SignInFailure {
  message: string;
  /** The address, where all that is missing is its confirmation. */
  unconfirmed?: string;
}

/** Signing in with a password. `busy` stays true after a success, until the page is left. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);

  const signIn = async (email: string, password: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const error = await auth()
      .then((client) => client.signInWithPassword({ email, password }))
      .then((answer) => answer.error)
      .catch((thrown: unknown) => thrown);
    if (!error) return;
    const message = failureMessage(error, authMessages.fallback.signIn);
    setFailure(isUnconfirmed(error) ? { message, unconfirmed: email } : { message });
    setBusy(false);
  };
  return { signIn, busy, failure };
}

const isUnconfirmed = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "email_not_confirmed";
