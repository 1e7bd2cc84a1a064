import { useEffect, useRef, useState } from "react";
import type { ApiKey } from "#core/contract/keys.ts";

export type KeyDialogKind = "rename" | "expiry" | "budgets" | "origins" | "disable" | "rotate";

interface Asked {
  kind: KeyDialogKind;
  apiKey: ApiKey;
  /** Takes the focus back; the panel does when the opener went with its row. */
  opener: HTMLElement;
  panel: HTMLElement | null;
}

/** Which dialog of which key is open: outside of the rows, for a rotation or a refresh may take the row away. */
export function useKeyDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const returned = useRef<Asked | null>(null);

  function openDialog(kind: KeyDialogKind, apiKey: ApiKey, opener: HTMLElement) {
    setAsked({ kind, apiKey, opener, panel: opener.closest<HTMLElement>("[role=tabpanel]") });
    setOpen(true);
  }

  // A rotated key's row may go only after the dialog has closed, and the focus with it.
  useEffect(() => {
    if (returned.current === null || returned.current.opener.isConnected) return;
    if (document.activeElement === document.body) returned.current.panel?.focus();
    returned.current = null;
  });

  function restoreFocus(event: Event) {
    event.preventDefault();
    const home = asked?.opener.isConnected ? asked.opener : asked?.panel;
    home?.focus();
    returned.current = asked;
  }

  return { asked, isOpen, setOpen, openDialog, restoreFocus };
}
