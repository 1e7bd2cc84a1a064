import { useRef, useState } from "react";
import { paths } from "#app/lib/paths.ts";
import type { IndexedSection } from "./search.ts";

/** What can be searched; it is fetched when `load` is first called, and again after a failure. */
export function useSectionIndex() {
  const [sections, setSections] = useState<IndexedSection[] | "failed" | null>(null);
  const asked = useRef(false);
  function load() {
    if (asked.current) return;
    asked.current = true;
    fetchSections().then(setSections, () => {
      asked.current = false;
      setSections("failed");
    });
  }
  return { sections, load };
}

async function fetchSections(): Promise<IndexedSection[]> {
  const answer = await fetch(paths.documentationSections);
  if (!answer.ok) throw new Error(`The search index answered ${answer.status}.`);
  return await answer.json();
}
