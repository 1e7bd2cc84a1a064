import { outsideStrings } from "./json-text.ts";

/** A number that `JSON.parse` may round. */
const LONG_NUMBER = /\d{16}/;
const LONG_TOKEN = /[-+.\deE]{16,}/g;
const NUMBER_TOKEN = /[-+.\deE]*\d[-+.\deE]*/g;
const INTEGER = /^-?\d+$/;

/** ECMAScript's raw JSON, which TypeScript's library doesn't describe yet. */
interface RawJson {
  rawJSON: (text: string) => object;
  isRawJSON: (value: unknown) => boolean;
}
// Node 24 and workerd both have it.
const rawJson = JSON as unknown as RawJson;

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
  // A reviver would take a second for each megabyte of numbers, and V8 then reads the name of one quote as a backslash.
  const mark = unusedMark(value);
  return unmarked(JSON.parse(marked(text, LONG_TOKEN, mark)), mark, numberOf);
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

/** The text with each of these numbers as a string behind a mark. */
function marked(text: string, tokens: RegExp, mark: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const [from, to] of outsideStrings(text)) {
    const numbers = text.slice(from, to);
    parts.push(
      text.slice(done, from),
      numbers.replace(tokens, (source) => `"${mark}${source}"`),
    );
    done = to;
  }
  return parts.join("");
}

function unmarked(value: unknown, mark: string, read: (source: string) => unknown): unknown {
  if (typeof value === "string") return value.startsWith(mark) ? read(value.slice(mark.length)) : value;
  if (typeof value !== "object" || value === null) return value;
  for (const [name, inner] of Object.entries(value)) {
    const exact = unmarked(inner, mark, read);
    // Assigning to __proto__ would change the object's prototype.
    if (exact !== inner) Object.defineProperty(value, name, { value: exact });
  }
  return value;
}

/** A whole number that is exact as it is stays one, as does a fraction. */
const numberOf = (source: string) =>
  !INTEGER.test(source) || Number.isSafeInteger(Number(source)) ? Number(source) : rawJson.rawJSON(source);

/**
 * The value of a JSON text whose numbers `JSON.stringify` writes again exactly as they were; none of them is a number.
 * @throws Error when the text is not JSON.
 */
export function parseVerbatim(text: string): unknown {
  const mark = unusedMark(JSON.parse(text));
  return unmarked(JSON.parse(marked(text, NUMBER_TOKEN, mark)), mark, rawJson.rawJSON);
}

/** True for a number that is kept as it was written. */
export const isKeptNumber = (value: unknown): boolean => rawJson.isRawJSON(value);

/** A number that `JSON.stringify` writes like this. @throws SyntaxError when it is not one of JSON. */
export const verbatimNumber = (source: string): object => rawJson.rawJSON(source);
