import { useState } from "react";
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

  function openDialog(kind: KeyDialogKind, apiKey: ApiKey, opener: HTMLElement) {
    setAsked({ kind, apiKey, opener, panel: opener.closest<HTMLElement>("[role=tabpanel]") });
    setOpen(true);
  }

  function restoreFocus(event: Event) {
    event.preventDefault();
    const home = asked?.opener.isConnected ? asked.opener : asked?.panel;
    home?.focus();
  }

  return { asked, isOpen, setOpen, openDialog, restoreFocus };
}
