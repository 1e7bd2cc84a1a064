import { normaliseEndpoint, OTHER_ENDPOINT } from "./usage.ts";

/** Longer than any path of an API, and short enough for the filter by endpoint. */
const LONGEST = 160;
const MOST_SEGMENTS = 12;
const PLACEHOLDER = "{id}";

const METHOD = /^[a-z]+ +(?=[/h])/i;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const VERSION = /^v\d{1,2}([a-z]{1,8}\d{0,2})?$/;
const WORD = /^[a-z][a-z0-9._:-]{0,31}$/;
/** Hexadecimal, or a word with a number after it: `file-abc123`, `run_01k7`. */
const HEX = /^[0-9a-f]{8,}$/;
const PREFIXED = /^[a-z]+[-_.:](?=[^-_.:]*\d)[a-z0-9]{6,}$/;
const LONG_WITH_DIGITS = 12;
const LONG_PART = 24;

/**
 * The path of an imported request as it is stored: in lower case, without method, origin and query, and with `{id}` in
 * place of identifiers and of whatever isn't a plain word. `other` for text that is not a path. Stable: applying it
 * again changes nothing.
 */
export function importedPath(text: string): string {
  const known = normaliseEndpoint(text);
  if (known !== OTHER_ENDPOINT) return known;
  const [path = ""] = text.trim().replace(METHOD, "").replace(ORIGIN, "").split(/[?#]/, 1);
  const segments = path.split("/").filter((segment) => segment !== "");
  if (!path.startsWith("/") || segments.length === 0 || segments.length > MOST_SEGMENTS)
    return OTHER_ENDPOINT;
  const plain = `/${segments.map(plainSegment).join("/")}`;
  const stored = normaliseEndpoint(plain);
  if (stored !== OTHER_ENDPOINT) return stored;
  return plain.length > LONGEST ? OTHER_ENDPOINT : plain;
}

function plainSegment(segment: string): string {
  const word = segment.toLowerCase();
  return isWord(word) ? word : PLACEHOLDER;
}

function isWord(word: string): boolean {
  if (VERSION.test(word)) return true;
  if (!WORD.test(word) || HEX.test(word) || PREFIXED.test(word)) return false;
  if (word.length >= LONG_WITH_DIGITS && /\d/.test(word)) return false;
  return word.split(/[-_.:]/).every((part) => part.length < LONG_PART && !/\d{3}/.test(part));
}
