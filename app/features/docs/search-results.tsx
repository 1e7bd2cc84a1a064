import { Link } from "@remix-run/react";
import { useMemo } from "react";
import { paths } from "#app/lib/paths.ts";
import { docsMessages } from "./messages.ts";
import { findSections, type Hit, type IndexedSection } from "./search.ts";
import { topicNamed } from "./topics.ts";

interface SearchResultsProps {
  sections: IndexedSection[] | "failed" | null;
  query: string;
  onChoose: () => void;
}

export function SearchResults({ sections, query, onChoose }: SearchResultsProps) {
  const hits = useMemo(
    () => (Array.isArray(sections) ? findSections(sections, query) : []),
    [sections, query],
  );
  return (
    <div className="absolute right-0 z-10 mt-1.5 w-[26rem] rounded-card bg-overlay p-1.5 shadow-pop max-sm:w-full">
      <p role="status" className={hits.length > 0 ? "sr-only" : "px-2.5 py-2 text-small text-ink-2"}>
        {statusText(sections, hits.length, query)}
      </p>
      <ul aria-label="Results">
        {hits.map((hit) => (
          <li key={`${hit.topic}#${hit.id}`}>
            <Result hit={hit} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function statusText(sections: SearchResultsProps["sections"], count: number, query: string): string {
  if (sections === null) return "Loading…";
  if (sections === "failed") return docsMessages.searchFailed;
  if (count === 0) return docsMessages.noResults(query.trim());
  return count === 1 ? "1 result" : `${count} results`;
}

const Result = ({ hit, onChoose }: { hit: Hit; onChoose: () => void }) => (
  <Link
    to={{ pathname: paths.documentationTopic(hit.topic), hash: hit.id }}
    onClick={onChoose}
    className="block rounded-item px-2.5 py-2 hover:bg-hover focus:bg-hover"
  >
    <span className="flex items-baseline justify-between gap-3 text-small font-medium">
      {hit.title}
      <span className="text-caption font-normal text-ink-3">{topicNamed(hit.topic)?.title}</span>
    </span>
    <span className="mt-0.5 block text-caption text-ink-2">{hit.excerpt}</span>
  </Link>
);
