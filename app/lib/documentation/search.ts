import { formsOf } from "./synonyms.ts";
import type { SearchableSection } from "./topics.ts";

export type IndexedSection = SearchableSection & {
  /** The page's path below `/documentation/`. */
  topic: string;
  /** The title of the page in the navigation. */
  page: string;
  /** Words that lead to a page as a whole. */
  keywords?: string;
};

const MAX_HITS = 6;
const EXCERPT_BEFORE = 30;
const EXCERPT_LENGTH = 100;
/** The weight of a word that is found only under another name. */
const SYNONYM = 0.5;
/** The weight of a word that leads to the page: more than that of a title. */
const KEYWORD = 4.5;
/** Pages come before their sections, and guides before the operations of the reference. */
const PAGE_BONUS = 0.5;
const OPERATION_MALUS = 0.5;

export function findSections(sections: readonly IndexedSection[], query: string) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = bestMatches(sections, (section) => scoreOfSection(section, words), MAX_HITS);
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

interface Searched {
  title: string;
  text: string;
  keywords?: string;
  code?: string;
}

/** Of a section of the documentation. */
export function scoreOfSection(section: IndexedSection, words: string[]): number {
  const score = scoreOf(section, words, formsOf);
  if (score === 0) return 0;
  const kind = section.topic.includes("/") ? -OPERATION_MALUS : section.id === "" ? PAGE_BONUS : 0;
  const exact = section.id === "" && section.title.toLowerCase() === words.join(" ") ? 2 : 0;
  return score + kind + exact;
}

/** Highest where the title begins with the words; 0 if a word is missing in each of its `forms`. */
export function scoreOf(
  searched: Searched,
  words: string[],
  forms: (word: string) => string[] = (word) => [word],
): number {
  const scores = words.map((word) =>
    Math.max(...forms(word).map((form) => scoreOfWord(searched, form) * (form === word ? 1 : SYNONYM))),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function scoreOfWord({ title, text, keywords = "", code = "" }: Searched, word: string): number {
  if (keywords.split(" ").includes(word)) return KEYWORD;
  const at = title.toLowerCase().indexOf(word);
  if (at === 0) return 4;
  if (at > 0) return 3;
  if (text.toLowerCase().includes(word) || keywords.includes(word)) return 1;
  return code.includes(word) ? 0.6 : 0;
}

function excerptOf(text: string, words: string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const wanted = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - EXCERPT_BEFORE);
  const from = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1;
  const to = from + EXCERPT_LENGTH;
  const cut = to < text.length ? `${text.slice(from, text.lastIndexOf(" ", to))}…` : text.slice(from);
  return from > 0 ? `…${cut}` : cut;
}
