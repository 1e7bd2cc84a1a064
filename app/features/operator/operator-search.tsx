import { useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { paths } from "#app/lib/paths.ts";
import { isShortcut, shortcutLabel } from "#app/lib/shortcut.ts";
import { operatorMessages } from "./messages.ts";
import { SearchInput } from "./search-field.tsx";

/** Leads to the accounts that match. A phone has only the field of the accounts' own page. */
export function OperatorSearch({ className }: { className: string }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? "";
    if (wanted === "") return;
    event.currentTarget.reset();
    navigate(`${paths.operatorAccounts}?${new URLSearchParams({ search: wanted })}`);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: Chrome before 118 and Safari before 17 don't know <search>.
    <form role="search" className={className} onSubmit={handleSubmit}>
      <SearchInput
        ref={field}
        label={operatorMessages.find}
        aria-keyshortcuts="Meta+K Control+K"
        suffix={
          <Kbd className="mr-0.5" aria-hidden="true">
            {shortcutLabel()}
          </Kbd>
        }
        className="h-8 w-80"
      />
    </form>
  );
}
