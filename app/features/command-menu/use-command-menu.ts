import { useContext, useEffect, useState } from "react";
import { SessionContext } from "#app/features/auth/session.ts";
import { useCode } from "#app/lib/code/use-code.ts";
import { isShortcut } from "./shortcut.ts";

const loadMenu = () => import("./command-menu.tsx");

/** At a sign that the menu may be wanted. Whether it failed is of interest once it is opened. */
export const prefetchMenu = () => void loadMenu().catch(() => undefined);

/** The menu, loaded at its first use, and its open state. */
export function useCommandMenu() {
  const signedIn = useContext(SessionContext) !== null;
  const [open, setOpen] = useState(false);
  const { module, error, retry } = useCode(loadMenu, open);

  useEffect(() => {
    if (!signedIn) return;
    function handleKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!event.repeat) setOpen((before) => !before);
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, [signedIn]);

  return { open, setOpen, Menu: signedIn && module ? module.CommandMenu : null, error, retry };
}
