import { type ComponentType, useContext, useEffect, useState } from "react";
import { SessionContext } from "#app/features/auth/session.ts";
import { toast } from "#app/lib/toast.ts";
import type { CommandMenuProps } from "./command-menu.tsx";
import { menuMessages } from "./messages.ts";
import { isShortcut } from "./shortcut.ts";

const fetchMenu = async () => (await import("./command-menu.tsx")).CommandMenu;

/** At a sign that the menu may be wanted. Whether it failed is of interest once it is opened. */
export const prefetchMenu = () => void fetchMenu().catch(() => undefined);

/** Whether the menu is open, and the menu itself once it is there; it is fetched at its first use. */
export function useCommandMenu() {
  const signedIn = useContext(SessionContext) !== null;
  const [open, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps> | null>(null);

  useEffect(() => {
    if (!open || Menu) return;
    fetchMenu().then(
      (fetched) => setMenu(() => fetched),
      () => {
        setOpen(false);
        toast({ ...menuMessages.loadFailed, tone: "danger" });
      },
    );
  }, [open, Menu]);

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

  return { open, setOpen, Menu: signedIn ? Menu : null };
}
