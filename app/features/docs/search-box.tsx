import { Search } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { Input } from "#app/components/ui/input.tsx";
import { docsMessages } from "./messages.ts";
import { SearchResults } from "./search-results.tsx";
import { useSectionIndex } from "./use-section-index.ts";

/** A field with links below it: the arrow keys go through them, Enter takes the first, Escape closes. */
export function SearchBox() {
  const box = useRef<HTMLElement>(null);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const { sections, load } = useSectionIndex();

  function handleBlur({ relatedTarget }: FocusEvent) {
    if (!box.current?.contains(relatedTarget)) setOpen(false);
  }
  function handleKeyDown(event: KeyboardEvent) {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    const at = stops.findIndex((stop) => stop.matches(":focus"));
    const next = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1] }[event.key];
    if (event.key === "Enter" && at === 0) stops[1]?.click();
    if (event.key === "Escape") stops[0]?.focus();
    if (event.key === "Escape") setOpen(false);
    if (next) event.preventDefault();
    next?.focus();
  }
  function leave() {
    setOpen(false);
    setQuery("");
  }
  return (
    <search
      ref={box}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
      className="relative w-72 max-sm:w-full noscript:hidden"
    >
      <Input
        type="search"
        aria-label={docsMessages.search}
        placeholder={docsMessages.search}
        autoComplete="off"
        prefix={<Search className="size-4" aria-hidden="true" />}
        value={query}
        onFocus={load}
        onChange={({ target }) => {
          setQuery(target.value);
          setOpen(true);
          load();
        }}
      />
      {open && query.trim() !== "" && <SearchResults sections={sections} query={query} onChoose={leave} />}
    </search>
  );
}
