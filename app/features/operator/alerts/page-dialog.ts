import { useRef, useState } from "react";
import { focusScope } from "#app/lib/focus-scope.ts";

interface DialogRequest {
  /** Gets the focus when the dialog closes; if it has gone, the section around it does. */
  opener: HTMLElement;
}

/** For a dialog that lives outside the cards, because an alert that recovers takes its card away. */
export function usePageDialog<Request extends DialogRequest>() {
  const [request, setRequest] = useState<(Request & { section: HTMLElement | null }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const leaving = useRef(false);

  function openDialog(wanted: Request) {
    leaving.current = false;
    setRequest({ ...wanted, section: focusScope(wanted.opener) });
    setOpen(true);
  }
  /** Closes the dialog after a change that is about to take the opener away. */
  function leave() {
    leaving.current = true;
    setOpen(false);
  }
  function restoreFocus(event: Event) {
    event.preventDefault();
    // The section may be higher than the window, and its top is no better place than the present one.
    if (leaving.current || !request?.opener.isConnected) request?.section?.focus({ preventScroll: true });
    else request.opener.focus();
  }
  return { request, isOpen, setOpen, openDialog, leave, restoreFocus };
}

/** The part that the dialog itself needs. */
export type PageDialog<Request extends DialogRequest> = Omit<
  ReturnType<typeof usePageDialog<Request>>,
  "openDialog"
>;
