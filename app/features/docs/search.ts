import type { SearchableSection, TopicName } from "./topics.ts";

export type IndexedSection = SearchableSection & { topic: TopicName };

const MAX_HITS = 6;
const EXCERPT_BEFORE = 30;
const EXCERPT_LENGTH = 100;

export function findSections(sections: readonly IndexedSection[], query: string) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = bestMatches(sections, (section) => scoreOf(section, words), MAX_HITS);
  return found.map((section) => ({ ...section, excerpt: excerptOf(section.text, words) }));
}

/** Best first, without those that score 0. */
export const bestMatches = <T>(items: readonly T[], score: (item: T) => number, max: number): T[] =>
  items
    .map((item) => ({ item, score: score(item) }))
    .filter((match) => match.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, max)
    .map(({ item }) => item);

export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Highest where the title begins with the words; 0 if a word is missing. */
export function scoreOf({ title, text }: Pick<IndexedSection, "title" | "text">, words: string[]): number {
  const scores = words.map((word): number => {
    const at = title.toLowerCase().indexOf(word);
    if (at === 0) return 4;
    if (at > 0) return 3;
    return text.toLowerCase().includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function excerptOf(text: string, words: string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const wanted = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - EXCERPT_BEFORE);
  const from = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1;
  const to = from + EXCERPT_LENGTH;
  const cut = to < text.length ? `${text.slice(from, text.lastIndexOf(" ", to))}…` : text.slice(from);
  return from > 0 ? `…${cut}` : cut;
}
