import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/lib/paths.ts";
import type { LeavingNote } from "./leaving-note.ts";
import { authMessages } from "./messages.ts";
import { useGoLater } from "./use-go-later.ts";

interface SuccessNoteProps {
  message: LeavingNote;
  redirectAfterMs: number;
}

/** Takes the place of a form that is done with, and leads to the sign-in page, by itself or at once. */
export function SuccessNote({ message, redirectAfterMs }: SuccessNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useGoLater(paths.login, redirectAfterMs, message);
  // The button that had the focus is gone; moving it here makes a screen reader say what happened.
  useEffect(() => note.current?.focus(), []);
  return (
    <div className="grid gap-6">
      <Alert ref={note} tone="success" tabIndex={-1}>
        {message}
      </Alert>
      <p className="text-center text-small text-ink-2">
        The sign-in page opens in {redirectAfterMs / 1000} seconds.{" "}
        <Button variant="link" asChild>
          <Link to={paths.login} state={message}>
            {authMessages.returnToSignIn}
          </Link>
        </Button>
      </p>
    </div>
  );
}
