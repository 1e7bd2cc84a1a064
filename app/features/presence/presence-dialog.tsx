import { useLocation } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { accountSessionsQuery } from "#app/features/account/queries.ts";
import { onAuthChange } from "#app/lib/auth/auth.ts";
import { provenAt, readStoredSession } from "#app/lib/auth/stored-session.ts";
import { presenceMessages as words } from "./messages.ts";
import { AppCodeForm, EmailedCodeForm, PasswordForm } from "./presence-forms.tsx";
import type { Person } from "./prove.ts";

export { findPerson } from "./prove.ts";

export interface PresenceDialogProps {
  person: Person;
  /** Had the focus, and gets it back. */
  asker: Element | null;
  onClose: (confirmed: boolean) => void;
}

export default function PresenceDialog({ person, asker, onClose }: PresenceDialogProps) {
  const [open, setOpen] = useState(true);
  const [way, setWay] = useState(person.way);
  const confirmed = useRef(false);
  const queryClient = useQueryClient();
  useCloseOnLeaving(() => setOpen(false));
  useProofElsewhere(confirm);

  function confirm() {
    confirmed.current = true;
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: accountSessionsQuery.queryKey });
  }
  /** Only now, so that the form below has the focus again before anything changes in it. */
  function handleClosed(event: Event) {
    event.preventDefault();
    if (asker instanceof HTMLElement) asker.focus();
    onClose(confirmed.current);
  }
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogContent size="sm" onCloseAutoFocus={handleClosed}>
        <DialogTitle>{words.title}</DialogTitle>
        <DialogDescription className="mb-5 wrap-anywhere">
          {way === "email" ? words.email(person.email) : words[way]}
        </DialogDescription>
        {way === "app" && <AppCodeForm onConfirmed={confirm} />}
        {way === "password" && (
          <PasswordForm person={person} onConfirmed={confirm} onEmailInstead={() => setWay("email")} />
        )}
        {way === "email" && <EmailedCodeForm person={person} onConfirmed={confirm} />}
      </DialogContent>
    </Dialog>
  );
}

/** The page that asked is gone. */
function useCloseOnLeaving(close: () => void): void {
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) close();
  });
}

/** Another tab may have asked too, or the person may have opened the link beside the code. */
function useProofElsewhere(onProof: () => void): void {
  const handle = useRef(onProof);
  handle.current = onProof;
  useEffect(() => {
    const before = latestProof();
    return onAuthChange(() => latestProof() > before && handle.current());
  }, []);
}

function latestProof(): number {
  const session = readStoredSession();
  return (session && provenAt(session)) ?? 0;
}
