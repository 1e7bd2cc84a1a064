import { useNavigate } from "@remix-run/react";
import { useRef } from "react";
import { CommandContent, CommandDialog, CommandTitle } from "#app/components/ui/command.tsx";
import type { MenuEntry } from "./menu-entry.ts";
import { MenuPanel } from "./menu-panel.tsx";
import { menuMessages } from "./messages.ts";

export interface CommandMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Pages, keys, the documentation and actions, to be found by a few letters. */
export function CommandMenu({ open, onOpenChange }: CommandMenuProps) {
  const navigate = useNavigate();
  const home = useRef<Element | null>(null);

  function choose({ leads }: MenuEntry) {
    onOpenChange(false);
    if (typeof leads !== "string") {
      leads();
      return;
    }
    // What had the focus may go with its page.
    home.current = document.getElementById("main");
    navigate(leads);
  }
  function returnFocus(event: Event) {
    event.preventDefault();
    // What was chosen may have taken the focus by itself.
    if (document.activeElement !== document.body) return;
    if (home.current instanceof HTMLElement) home.current.focus({ preventScroll: true });
  }
  return (
    <CommandDialog open={open} onOpenChange={onOpenChange}>
      <CommandContent
        onOpenAutoFocus={() => {
          home.current = document.activeElement;
        }}
        onCloseAutoFocus={returnFocus}
      >
        <CommandTitle className="sr-only">{menuMessages.name}</CommandTitle>
        <MenuPanel onChoose={choose} />
      </CommandContent>
    </CommandDialog>
  );
}
