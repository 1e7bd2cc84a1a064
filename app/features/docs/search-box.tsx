import { Link } from "@remix-run/react";
import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useRef, useState } from "react";
import { Input } from "#app/components/ui/input.tsx";
import { findSections } from "#app/lib/documentation/search.ts";
import { useSectionIndex } from "#app/lib/documentation/use-section-index.ts";
import { formatCount } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { docsMessages } from "./messages.ts";

/** A field with links below it: the arrow keys move between them, Enter opens the first, Escape closes the list. */
export function SearchBox() {
  const box = useRef<HTMLElement>(null);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const { sections, load } = useSectionIndex();

  function handleKeyDown(event: KeyboardEvent) {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    const at = stops.findIndex((stop) => stop.matches(":focus"));
    const next = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1] }[event.key];
    if (event.key === "Enter" && at === 0) stops[1]?.click();
    if (event.key === "Escape") {
      stops[0]?.focus();
      setOpen(false);
    }
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
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
      onKeyDown={handleKeyDown}
      className="relative w-60 max-lg:w-68 max-sm:w-full noscript:hidden"
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

type Sections = ReturnType<typeof useSectionIndex>["sections"];
type SearchResultsProps = { sections: Sections; query: string; onChoose: () => void };

function SearchResults({ sections, query, onChoose }: SearchResultsProps) {
  const hits = Array.isArray(sections) ? findSections(sections, query) : [];
  return (
    <div className="absolute right-0 z-10 mt-1.5 w-[26rem] rounded-card bg-overlay p-1.5 shadow-pop max-sm:w-full">
      <p role="status" className={hits.length > 0 ? "sr-only" : "px-2.5 py-2 text-small text-ink-2"}>
        {statusText(sections, hits.length, query)}
      </p>
      <ul aria-label="Results">
        {hits.map(({ topic, page, id, title, excerpt }) => (
          <li key={`${topic}#${id}`}>
            <Link
              to={{ pathname: paths.documentationTopic(topic), ...(id && { hash: id }) }}
              onClick={onChoose}
              className="block rounded-item px-2.5 py-2 hover:bg-hover focus:bg-hover"
            >
              <span className="flex items-baseline justify-between gap-3 text-small font-medium">
                {title}
                <span className="text-caption font-normal text-ink-3">{page}</span>
              </span>
              <span className="mt-0.5 block text-caption text-ink-2">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function statusText(sections: Sections, count: number, query: string): string {
  if (sections === null) return "Loading…";
  if (sections === "failed") return docsMessages.searchFailed;
  if (count === 0) return docsMessages.noResults(query.trim());
  return formatCount(count, "result");
}
