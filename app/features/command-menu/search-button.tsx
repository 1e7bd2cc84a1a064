import Search from "lucide-react/icons/search";
import { useContext, useEffect, useState } from "react";
import { CodeFailedCard } from "#app/components/ui/code-failed.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { SessionContext } from "#app/lib/auth/session.ts";
import { useCode } from "#app/lib/code/use-code.ts";
import { isShortcut, offersMenu, shortcutLabel } from "#app/lib/shortcut.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { menuMessages } from "./messages.ts";

/** A field with its shortcut on a wide screen, an icon on a small one. */
export function SearchButton() {
  const { open, openings, setOpen, Menu, error, retry } = useCommandMenu();
  const hydrated = useHydrated();
  const close = () => {
    setOpen(false);
    retry();
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        {...(open && !Menu && !error && { "aria-busy": true, "data-waiting": true })}
        onClick={() => setOpen(true)}
        onPointerEnter={prefetchMenu}
        onFocus={prefetchMenu}
        className="flex h-8 w-72 items-center gap-2 rounded-control border border-edge bg-surface pr-1.5 pl-2.5 text-small text-ink-3 transition-colors hover:border-control max-lg:size-10 max-lg:justify-center max-lg:border-0 max-lg:bg-transparent max-lg:p-0 max-lg:text-ink-2 max-lg:hover:bg-hover max-lg:hover:text-ink"
      >
        <Search className="size-3.5 shrink-0 max-lg:size-4" aria-hidden="true" />
        <span className="flex-1 text-left max-lg:sr-only">{menuMessages.placeholder}</span>
        {hydrated && (
          <Kbd className="max-lg:hidden" aria-hidden="true">
            {shortcutLabel()}
          </Kbd>
        )}
      </button>
      {Menu && <Menu key={openings} open={open} onOpenChange={setOpen} />}
      {open && error && <CodeFailedCard error={error} onRetry={retry} onClose={close} />}
    </>
  );
}

const loadMenu = () => import("./command-menu.tsx");

/** A failure is reported when the menu is opened. */
const prefetchMenu = () => void loadMenu().catch(() => undefined);

/**
 * The menu, loaded on first use, and its open state. Opened before the session is known, it shows afterwards.
 * `openings` is a key for the menu: reopened while it closes, it starts with an empty query.
 */
function useCommandMenu() {
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
