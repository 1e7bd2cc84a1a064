import { useEffect, useRef } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { authMessages } from "./messages.ts";
import { useConfirmationMail } from "./use-confirmation-mail.ts";
import type { SignInFailure } from "./use-sign-in.ts";

/** Why signing in failed; for an address that is not confirmed yet, with a way to another mail. */
export function SignInFailureNote({ message, unconfirmed }: SignInFailure) {
  if (unconfirmed === undefined) return <Alert tone="danger">{message}</Alert>;
  return <UnconfirmedNote message={message} email={unconfirmed} />;
}

function UnconfirmedNote({ message, email }: { message: string; email: string }) {
  const { send, sent, busy, failure } = useConfirmationMail(email);
  const note = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (sent) note.current?.focus();
  }, [sent]);
  if (sent) {
    return (
      <Alert ref={note} tone="success" tabIndex={-1}>
        {authMessages.success.confirmation}
      </Alert>
    );
  }
  return (
    <Alert tone="danger">
      {failure ?? message}
      <button
        type="button"
        onClick={send}
        disabled={busy}
        className="mt-1 block min-h-6 cursor-pointer rounded-tag font-medium underline underline-offset-4"
      >
        {busy ? authMessages.sendingConfirmation : authMessages.sendConfirmation}
      </button>
    </Alert>
  );
}
