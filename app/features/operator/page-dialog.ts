import { useState } from "react";
import { focusScope } from "#app/lib/focus-scope.ts";

interface DialogRequest {
  /** Gets the focus when the dialog closes; if it has gone, the section around it does. */
  opener: HTMLElement;
}

/** For a dialog that lives outside the cards, because an alert that recovers takes its card away. */
export function usePageDialog<Request extends DialogRequest>() {
  const [request, setRequest] = useState<(Request & { section: HTMLElement | null }) | null>(null);
  const [isOpen, setOpen] = useState(false);

  function openDialog(wanted: Request) {
    setRequest({ ...wanted, section: focusScope(wanted.opener) });
    setOpen(true);
  }
  function restoreFocus(event: Event) {
    event.preventDefault();
    const target = request?.opener.isConnected ? request.opener : request?.section;
    target?.focus();
  }
  return { request, isOpen, setOpen, openDialog, restoreFocus };
}

/** What the dialog itself needs. */
export type PageDialog<Request extends DialogRequest> = Omit<
  ReturnType<typeof usePageDialog<Request>>,
  "openDialog"
>;
