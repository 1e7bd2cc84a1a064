/** A number that `JSON.parse` may round. */
const LONG_NUMBER = /\d{16}/;

/** ECMAScript's JSON.parse source text access, which TypeScript's library doesn't describe yet. */
interface SourceJson {
  parse: (
    text: string,
    reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
  rawJSON: (text: string) => object;
}
// Node 24 and workerd both have it.
const sourceJson = JSON as unknown as SourceJson;

/**
 * The value of a JSON text. Whole numbers beyond 2^53 are kept as they were written: `JSON.stringify` writes them
 * again digit by digit, and nothing else takes them for numbers.
 * @throws Error when the text is not JSON.
 */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return sourceJson.parse(text, (_name, value, { source }) =>
    isRounded(value) && source !== undefined ? sourceJson.rawJSON(source) : value,
  );
}

const isRounded = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value);
