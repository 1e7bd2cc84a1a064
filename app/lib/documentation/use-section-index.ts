import { useCallback, useRef, useState } from "react";
import { paths } from "#app/lib/paths.ts";
import type { IndexedSection } from "./search.ts";

/** The sections to search, fetched by the first call of `load`, and again after a failure. */
export function useSectionIndex() {
  const [sections, setSections] = useState<IndexedSection[] | "failed" | null>(null);
  const requested = useRef(false);
  const load = useCallback(() => {
    if (requested.current) return;
    requested.current = true;
    fetchSections().then(setSections, () => {
      requested.current = false;
      setSections("failed");
    });
  }, []);
  return { sections, load };
}

async function fetchSections(): Promise<IndexedSection[]> {
  const response = await fetch(paths.documentationSections);
  if (!response.ok) throw new Error(`The search index returned ${response.status}.`);
  return await response.json();
}
