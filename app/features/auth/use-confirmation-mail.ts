import { useState } from "react";
import { auth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";
import { signInRedirect } from "./sign-in-redirect.ts";
import { throwFailure, useAttempt } from "./use-attempt.ts";

/** Asking once more for the mail that confirms `email`. */
export function useConfirmationMail(email: string) {
  const [sent, setSent] = useState(false);
  const { attempt, busy, failure } = useAttempt(authMessages.fallback.confirmation);
  const send = () =>
    attempt(async () => {
      const options = { emailRedirectTo: signInRedirect(paths.dashboard) };
      throwFailure(await (await auth()).resend({ type: "signup", email, options }));
      setSent(true);
    });
  return { send, sent, busy, failure };
}
