import { Link, useNavigate } from "@remix-run/react";
import { type ComponentProps, useEffect } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";

const { signUp, resetUpdate } = authMessages.success;

/** Shown again on the sign-in page, since few people can read it before they are taken there. */
export type LeavingNote = typeof signUp | typeof resetUpdate;

/** @param redirectAfterMs see the specification, section 9. */
export interface LeavingState {
  note: LeavingNote;
  /** Fills in the sign-in form; `""` when it isn't known. */
  email: string;
}

interface SuccessNoteProps {
  message: LeavingNote;
  email?: string;
  redirectAfterMs: number;
}

export function SuccessNote({ message, email = "", redirectAfterMs }: SuccessNoteProps) {
  const navigate = useNavigate();
  const state: LeavingState = { note: message, email };
  useEffect(() => {
    const leave = () => navigate(paths.login, { state: { note: message, email } satisfies LeavingState });
    const timer = setTimeout(leave, redirectAfterMs);
    return () => clearTimeout(timer);
  }, [navigate, message, email, redirectAfterMs]);
  return (
    <div className="grid gap-6">
      <FocusedAlert>
        <p>{message}</p>
        {email !== "" && (
          <p className="mt-1 wrap-anywhere">
            {authMessages.sentTo} <span className="font-medium">{email}</span>
          </p>
        )}
      </FocusedAlert>
      <p className="text-center text-small text-ink-2">
        The sign-in page opens in {redirectAfterMs / 1000} seconds.{" "}
        <Button variant="link" asChild>
          <Link to={paths.login} state={state}>
            {authMessages.returnToSignIn}
          </Link>
        </Button>
      </p>
    </div>
  );
}

/** Takes the focus, because the focused control is gone or disabled. A screen reader then reads the message. */
export const FocusedAlert = (props: ComponentProps<typeof Alert>) => (
  <Alert {...props} ref={focus} tone="success" tabIndex={-1} />
);

/** As it appears, not in an effect after it: by then the reader may have pressed Tab, and would be sent back. */
const focus = (note: HTMLElement | null) => note?.focus();
