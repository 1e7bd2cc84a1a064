import { DEPTH_MAX } from "./request-limits.ts";

/**
 * The most that a body may have of each kind, and the kind's name in a refusal. Requests of known clients have less. At
 * these bounds, all that the gateway does with a body takes at most 50 ms of CPU time.
 */
export const JSON_BOUNDS = {
  containers: { name: "lists and objects", most: 50_000 },
  names: { name: "names", most: 100_000 },
  strings: { name: "strings", most: 150_000 },
  escapes: { name: "escapes in its strings", most: 1_500_000 },
  /** Texts to embed may be sent as tokens, 300,000 of them. */
  numbers: { name: "numbers", most: 350_000 },
  /** `JSON.parse` would round them, so they take a detour. */
  longNumbers: { name: "numbers of 16 digits and more", most: 1_000 },
} as const;
type Counted = keyof typeof JSON_BOUNDS;
/** An object with more is stored in a form that is slow to make and to read. */
export const NAMES_OF_OBJECT_MAX = 5_000;
const LONG_NUMBER = 16;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [DOT, PLUS, MINUS] = [0x2e, 0x2b, 0x2d];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE] = [0x30, 0x39];
/** Makes a letter lower case. */
const LOWER = 0x20;
const EXPONENT = 0x65;

export interface JsonMeasure {
  /** A sentence that names the bound that the text exceeds; null when it exceeds none. */
  excess: string | null;
  /** True if `JSON.parse` might round one of the numbers, or find it too large. */
  unusualNumbers: boolean;
}

/** From so many characters on, a string is searched for its end, which is faster but takes longer to begin. */
const LONG_TEXT = 64;

/**
 * Measures a JSON text before anything is made of it. It need not be valid: nothing that is parsed afterwards was missed.
 * @param json read once, and no further than to the first excess.
 */
export function measureJson(json: string): JsonMeasure {
  const counts: Record<Counted, number> = {
    containers: 0,
    names: 0,
    strings: 0,
    escapes: 0,
    numbers: 0,
    longNumbers: 0,
  };
  /** Of the objects around the place that is read. */
  const names = new Uint32Array(DEPTH_MAX + 1);
  let [depth, digits, exponents] = [0, 0, 0];
  let inNumber = false;
  /** The next quote and backslash that are known. */
  let [quote, backslash] = [-1, -1];
  /** Counts one more. @returns whether that is too many. */
  const exceeds = (kind: Counted) => {
    counts[kind] += 1;
    return counts[kind] > JSON_BOUNDS[kind].most;
  };
  const result = (excess: string | null) => ({
    excess,
    unusualNumbers: exponents > 0 || counts.longNumbers > 0,
  });
  const tooMany = (kind: Counted) =>
    result(`The body has more than ${JSON_BOUNDS[kind].most} ${JSON_BOUNDS[kind].name}.`);
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      if (!inNumber && exceeds("numbers")) return tooMany("numbers");
      inNumber = true;
      digits += 1;
      if (digits === LONG_NUMBER && exceeds("longNumbers")) return tooMany("longNumbers");
      continue;
    }
    digits = 0;
    if (inNumber && (code | LOWER) === EXPONENT) exponents += 1;
    else if (code !== DOT && code !== PLUS && code !== MINUS) inNumber = false;
    if (code === QUOTE) {
      if (exceeds("strings")) return tooMany("strings");
      at += 1;
      for (let long = at + LONG_TEXT; at < json.length && json.charCodeAt(at) !== QUOTE; at += 1) {
        if (json.charCodeAt(at) === BACKSLASH) {
          at += 1;
          if (exceeds("escapes")) return tooMany("escapes");
        } else if (at >= long) {
          if (quote < at) quote = nextOf('"', json, at);
          if (backslash < at) backslash = nextOf("\\", json, at);
          at = Math.min(quote, backslash) - 1;
          long = at + LONG_TEXT;
        }
      }
    } else if (code === COLON) {
      if (exceeds("names")) return tooMany("names");
      const ofObject = (names[depth] ?? 0) + 1;
      names[depth] = ofObject;
      if (ofObject > NAMES_OF_OBJECT_MAX)
        return result(`An object in the body has more than ${NAMES_OF_OBJECT_MAX} names.`);
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (exceeds("containers")) return tooMany("containers");
      depth += 1;
      if (depth > DEPTH_MAX) return result(`The body nests deeper than ${DEPTH_MAX} levels.`);
      names[depth] = 0;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth = Math.max(0, depth - 1);
  }
  return result(null);
}

function nextOf(sign: string, json: string, from: number): number {
  const at = json.indexOf(sign, from);
  return at < 0 ? json.length : at;
}
