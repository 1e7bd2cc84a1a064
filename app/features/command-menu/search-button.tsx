import { Search } from "lucide-react";
import { CodeFailedCard } from "#app/components/ui/code-failed-card.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { useHydrated } from "#app/features/auth/use-hydrated.ts";
import { menuMessages } from "./messages.ts";
import { shortcutLabel } from "./shortcut.ts";
import { prefetchMenu, useCommandMenu } from "./use-command-menu.ts";

/** Opens the command menu: a field with its shortcut where there is room, an icon on a small screen. */
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
        {/* Only the reader's own machine knows its keys. */}
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
