import { useContext, useEffect, useState } from "react";
import { SessionContext } from "#app/features/auth/session.ts";
import { useCode } from "#app/lib/code/use-code.ts";
import { isShortcut, offersMenu } from "./shortcut.ts";

const loadMenu = () => import("./command-menu.tsx");

/** At a sign that the menu may be wanted. Whether it failed is of interest once it is opened. */
export const prefetchMenu = () => void loadMenu().catch(() => undefined);

/** The menu, loaded at its first use, and its open state. Opened before the session is read, it is shown after. */
export function useCommandMenu() {
  const signedIn = useContext(SessionContext) !== null;
  const [open, setOpen] = useState(false);
  const { module, error, retry } = useCode(loadMenu, open);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event) || !offersMenu()) return;
      event.preventDefault();
      if (!event.repeat) setOpen((before) => !before);
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);

  return { open, setOpen, Menu: signedIn && module ? module.CommandMenu : null, error, retry };
}
