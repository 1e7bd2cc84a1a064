import { useState } from "react";
import { auth } from "#app/lib/auth.ts";
import { magicLinkFailure } from "./magic-link-failure.ts";
import { signInRedirect } from "./sign-in-redirect.ts";

export type MagicLinkState = "ready" | "sending" | "sent";

/** Asking for a mail with a link that signs in and then goes to `returnTo`. */
export function useMagicLink(returnTo: string) {
  const [state, setState] = useState<MagicLinkState>("ready");
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (email: string): Promise<void> => {
    if (state !== "ready") return;
    setState("sending");
    setFailure(null);
    const error = await auth()
      .then((client) =>
        client.signInWithOtp({ email, options: { emailRedirectTo: signInRedirect(returnTo) } }),
      )
      .then((answer) => answer.error)
      .catch((thrown: unknown) => thrown);
    if (error) setFailure(magicLinkFailure(error));
    setState(error ? "ready" : "sent");
  };
  return { send, state, failure };
}
