import type { SearchableSection } from "./topic.ts";
import type { TopicName } from "./topics.ts";

export interface IndexedSection extends SearchableSection {
  topic: TopicName;
}

export interface Hit extends Pick<IndexedSection, "topic" | "id" | "title"> {
  /** What the section says where the query first appears in it. */
  excerpt: string;
}

const MOST_HITS = 6;
const EXCERPT_BEFORE = 30;
const EXCERPT_LENGTH = 100;

/** The sections that hold every word of the query, or a word that contains it; those with it in their title first. */
export function findSections(sections: readonly IndexedSection[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_HITS)
    .map(({ section: { topic, id, title, text } }) => ({
      topic,
      id,
      title,
      excerpt: excerptOf(text, words),
    }));
}

export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** How well something fits the words, best where its title begins with them; 0 as soon as one word is missing. */
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
