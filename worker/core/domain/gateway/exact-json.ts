import { outsideStrings } from "./json-text.ts";

/** A number that `JSON.parse` may round. */
const LONG_NUMBER = /\d{16}/;
const LONG_TOKEN = /[-+.\deE]{16,}/g;
const INTEGER = /^-?\d+$/;

/** ECMAScript's JSON.parse source text access, which TypeScript's library doesn't describe yet. */
interface SourceJson {
  parse: (
    text: string,
    reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
  rawJSON: (text: string) => object;
  isRawJSON: (value: unknown) => boolean;
}
// Node 24 and workerd both have it.
const sourceJson = JSON as unknown as SourceJson;

/**
 * The value of a JSON text. Whole numbers beyond 2^53 are kept as they were written: `JSON.stringify` writes them
 * again digit by digit, and nothing else takes them for numbers.
 * @throws Error when the text is not JSON.
 */
export const parseExactly = (text: string): unknown => withExactNumbers(JSON.parse(text), text);

/**
 * The value with its whole numbers beyond 2^53 as they were written.
 * @param value of the text, as `JSON.parse` reads it, and not nested too deep for the stack.
 */
export function withExactNumbers(value: unknown, text: string): unknown {
  if (!LONG_NUMBER.test(text) || !hasRounded(value)) return value;
  // A reviver would take a second for each megabyte of numbers.
  const mark = unusedMark(value);
  return unmarked(JSON.parse(marked(text, mark)), mark);
}

const isRounded = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value);

const hasRounded = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(hasRounded) : isRounded(value);

const MARK = /^#(\d{1,7})#/;

/** `#`, a number and `#`, which no string of the value begins with. */
function unusedMark(value: unknown): string {
  const used = new Set<number>();
  findMarks(value, used);
  let unused = 0;
  while (used.has(unused)) unused += 1;
  return `#${unused}#`;
}

function findMarks(value: unknown, used: Set<number>): void {
  if (typeof value === "string") used.add(Number(MARK.exec(value)?.[1] ?? Number.NaN));
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) findMarks(inner, used);
}

/** The text with each long whole number as a string behind a mark. */
function marked(text: string, mark: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const [from, to] of outsideStrings(text)) {
    const numbers = text.slice(from, to);
    parts.push(
      text.slice(done, from),
      numbers.replace(LONG_TOKEN, (source) => markedToken(source, mark)),
    );
    done = to;
  }
  return parts.join("");
}

const markedToken = (source: string, mark: string) => (INTEGER.test(source) ? `"${mark}${source}"` : source);

function unmarked(value: unknown, mark: string): unknown {
  if (typeof value === "string") return value.startsWith(mark) ? numberOf(value.slice(mark.length)) : value;
  if (typeof value !== "object" || value === null) return value;
  for (const [name, inner] of Object.entries(value)) {
    const exact = unmarked(inner, mark);
    // Assigning to __proto__ would change the object's prototype.
    if (exact !== inner) Object.defineProperty(value, name, { value: exact });
  }
  return value;
}

/** A number that is exact as it is stays one. */
const numberOf = (source: string) =>
  Number.isSafeInteger(Number(source)) ? Number(source) : sourceJson.rawJSON(source);

/**
 * The value of a JSON text whose numbers `JSON.stringify` writes again exactly as they were; none of them is a number.
 * @throws Error when the text is not JSON.
 */
export function parseVerbatim(text: string): unknown {
  return sourceJson.parse(text, (_name, value, { source }) =>
    typeof value === "number" && source !== undefined ? sourceJson.rawJSON(source) : value,
  );
}

/** True for a number that is kept as it was written. */
export const isKeptNumber = (value: unknown): boolean => sourceJson.isRawJSON(value);

/** A number that `JSON.stringify` writes like this. @throws SyntaxError when it is not one of JSON. */
export const verbatimNumber = (source: string): object => sourceJson.rawJSON(source);
