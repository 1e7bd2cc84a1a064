import { useState } from "react";
import { auth } from "#app/lib/auth.ts";
import { failureMessage } from "./failure-message.ts";
import { authMessages } from "./messages.ts";

/** Signing in with a password. `busy` stays true after a success, until the page is left. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const signIn = async (email: string, password: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const error = await auth()
      .then((client) => client.signInWithPassword({ email, password }))
      .then((answer) => answer.error)
      .catch((thrown: unknown) => thrown);
    if (!error) return;
    setFailure(failureMessage(error, authMessages.fallback.signIn));
    setBusy(false);
  };
  return { signIn, busy, failure };
}
