import { scoreOf, wordsOf } from "#app/features/docs/search.ts";
import type { MenuEntry, MenuGroup } from "./menu-entry.ts";

/** Most entries of a group that are shown for a query. */
const MOST_HITS = 5;

/**
 * What is shown for a query: of each group the entries that hold every word of it, those with it in their label
 * first; the group with the best one first. Without a word, the first ones of each group.
 */
export function findEntries(groups: readonly MenuGroup[], query: string): MenuGroup[] {
  const words = wordsOf(query);
  const shown = groups.map((group) => {
    const hits = words.length === 0 ? group.entries.slice(0, group.atFirst) : bestOf(group.entries, words);
    return { ...group, entries: hits, best: hits[0] ? scoreOfEntry(hits[0], words) : 0 };
  });
  return shown.filter(({ entries }) => entries.length > 0).sort((one, other) => other.best - one.best);
}

function bestOf(entries: readonly MenuEntry[], words: string[]): MenuEntry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOfEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_HITS)
    .map(({ entry }) => entry);
}

function scoreOfEntry(entry: MenuEntry, query: string[]): number {
  const { label, what = "", note = "", code = "", words = "" } = entry;
  return scoreOf({ title: `${label} ${what}`, text: `${note} ${code} ${words}` }, query);
}
