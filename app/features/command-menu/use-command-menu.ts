import { useContext, useEffect, useState } from "react";
import { SessionContext } from "#app/features/auth/session.ts";
import { useCode } from "#app/lib/code/use-code.ts";
import { isShortcut, offersMenu } from "./shortcut.ts";

const loadMenu = () => import("./command-menu.tsx");

/** At a sign that the menu may be wanted. Whether it failed is of interest once it is opened. */
export const prefetchMenu = () => void loadMenu().catch(() => undefined);

/**
 * The menu, loaded on first use, and its open state. Opened before the session is read, it is shown afterwards.
 * `openings` is a key for the menu, so that one opened again while it closes starts afresh.
 */
export function useCommandMenu() {
  const signedIn = useContext(SessionContext) !== null;
  const [{ open, openings }, setState] = useState({ open: false, openings: 0 });
  const setOpen = (next: boolean) => setState((before) => (next === before.open ? before : toggled(before)));
  const { module, error, retry } = useCode(loadMenu, open);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event) || !offersMenu()) return;
      event.preventDefault();
      if (!event.repeat) setState(toggled);
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);

  return { open, openings, setOpen, Menu: signedIn && module ? module.CommandMenu : null, error, retry };
}

const toggled = ({ open, openings }: { open: boolean; openings: number }) => ({
  open: !open,
  openings: open ? openings : openings + 1,
});
