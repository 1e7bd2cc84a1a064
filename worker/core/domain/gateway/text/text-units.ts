/**
 * Scripts whose letters take similar numbers of tokens, by their last UTF-16 code unit
 * (https://www.unicode.org/Public/UNIDATA/Blocks.txt). Letters of Latin that only some languages have, and characters
 * that only traditional Chinese has, tell languages apart.
 */
const BLOCKS: readonly (readonly [last: number, script: string])[] = [
  [0xbf, "sign"],
  [0x24f, "eastern"],
  [0x36f, "other"],
  [0x3ff, "greek"],
  [0x45f, "cyrillic"],
  [0x52f, "rarer cyrillic"],
  [0x58f, "other"],
  [0x5ff, "hebrew"],
  [0x77f, "arabic"],
  [0x8ff, "other"],
  [0xb7f, "northern indic"],
  [0xdff, "southern indic"],
  [0xeff, "thai"],
  [0x1dff, "other"],
  [0x1eff, "vietnamese"],
  [0x1fff, "greek"],
  [0x2e7f, "sign"],
  [0x2fff, "other"],
  [0x303f, "sign"],
  [0x309f, "hiragana"],
  [0x30ff, "katakana"],
  [0x33ff, "other"],
  [0x7cf7, "han"],
  [0x7e9e, "traditional han"],
  [0x89ff, "han"],
  [0x8b9f, "traditional han"],
  [0x8c9f, "han"],
  [0x8d1c, "traditional han"],
  [0x8ec9, "han"],
  [0x8f65, "traditional han"],
  [0x91d0, "han"],
  [0x9484, "traditional han"],
  [0x9576, "han"],
  [0x95e7, "traditional han"],
  [0x9800, "han"],
  [0x9874, "traditional han"],
  [0x99ab, "han"],
  [0x9a6b, "traditional han"],
  [0x9fff, "han"],
  [0xabff, "other"],
  [0xd7ff, "hangul"],
  [0xdfff, "surrogate"],
  [0xfeff, "other"],
  [0xffff, "sign"],
];

const LETTERS: readonly (readonly [letters: string, script: string])[] = [
  ["áéíóúñüöäàèçâêôßãõîûëïœ", "western"],
  ["æøå", "nordic"],
  ["ışğ", "turkish"],
  ["ơưđ", "vietnamese"],
  ["іїєґђјљњћџўъ", "rarer cyrillic"],
];

const ASCII = 128;
const LATIN_SCRIPTS = ["western", "nordic", "eastern", "turkish", "vietnamese"];
const CYRILLIC_SCRIPTS = ["cyrillic", "rarer cyrillic"];
const HAN_SCRIPTS = ["han", "traditional han"];

/** A kind of character: a letter, digit or sign of ASCII by itself, a line's end, or a script. */
export type Unit = string;

/** The group that a unit belongs to. A word is a run of characters of one group. */
export const groupOf = (unit: Unit): string => {
  if (/^[a-z]$/.test(unit) || LATIN_SCRIPTS.includes(unit)) return "latin";
  if (CYRILLIC_SCRIPTS.includes(unit)) return "cyrillic";
  if (HAN_SCRIPTS.includes(unit)) return "han";
  return unit.length === 1 || unit === "sign" ? "sign" : unit;
};

function asciiUnit(code: number): Unit {
  const character = String.fromCharCode(code).toLowerCase();
  if (/[0-9]/.test(character)) return "digit";
  if (/[\r\n]/.test(character)) return "line";
  return /[!-~]/.test(character) ? character : "space";
}

/** The unit of each UTF-16 code unit. */
function unitsOfCodes(): Unit[] {
  const codes = Array.from({ length: ASCII }, (_, code) => asciiUnit(code));
  for (const [last, script] of BLOCKS) while (codes.length <= last) codes.push(script);
  for (const [letters, script] of LETTERS)
    for (const letter of letters + letters.toUpperCase()) codes[letter.charCodeAt(0)] = script;
  return codes;
}

const CODES = unitsOfCodes();

export const UNITS: readonly Unit[] = [...new Set(CODES)];

/** The number in `UNITS` of each UTF-16 code unit. */
export const UNIT_OF_CODE = numbersOf(CODES);

function numbersOf(codes: readonly Unit[]): Uint8Array {
  const numbers = new Map(UNITS.map((unit, number) => [unit, number]));
  return Uint8Array.from(codes, (unit) => numbers.get(unit) ?? 0);
}

/** What characters add to the number of tokens. */
export interface TokenWeights {
  /** The first character of a run of one group. */
  first: Readonly<Record<string, number>>;
  /** Each character of a unit. */
  each: Readonly<Record<string, number>>;
  /** Each letter of a Latin word after its first six. */
  long: number;
  /** The spaces that a line begins with. */
  indent: number;
}
