/**
 * Invented texts, names and data for fixtures. All of them are cut from fixed tapes of pseudo-random characters, so
 * `isGenerated` recognises them without a list.
 */

const TAPE_CHARS = 4096;
const SEED = 2026;

interface Tape {
  chars: readonly string[];
  /** The characters three times, so that it contains what is cut across the end. */
  text: string;
}

const SPOKEN = spokenTape(
  "ba de fi go ku la me ni po ru sa te vi zo bu da fe gi ko lu ma ne pi ro su ta ve zi",
  " ",
);
const NAMES = tapeOf(SPOKEN.chars.filter((char) => char !== " "));
const DATA = randomTape("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
const HEX = randomTape("0123456789abcdef");

/** Characters of one script that take the same number of bytes in UTF-8, and the tape that replaces them. */
interface Script {
  run: RegExp;
  tape: Tape;
}

/** Characters that JSON escapes or that join emoji are in no script: they stay where they are. */
const SCRIPTS: readonly Script[] = [
  { run: /[ !#-[\]-~]+/g, tape: SPOKEN },
  { run: /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+/g, tape: randomTape("äöüéñ") },
  { run: /[\u0400-\u04ff]+/g, tape: spokenTape("ба де фи го ку ла ме ни по ру са те ви зо", "") },
  { run: /[\u0600-\u06ff]+/g, tape: spokenTape("با دي فو كا لو مي نا رو سي تا", "") },
  { run: /[\uac00-\ud7a3]+/g, tape: randomTape("가나다라마바사아자차카타파하고노도로모보") },
  { run: /[\u3040-\u30ff]+/g, tape: randomTape("あいうえおかきくけこさしすせそなにぬねの") },
  { run: /[\u4e00-\u9fff]+/g, tape: randomTape("山水木火土日月田石竹米虫貝車雨馬魚鳥") },
  { run: /[\u{10000}-\u{10ffff}]+/gu, tape: randomTape("🌱🌾🍀🍂🍎🍐🍋🌵") },
  // All others, with two and with three bytes.
  { run: /[\u0080-\u00bf\u00d7\u00f7\u0250-\u03ff\u0500-\u05ff\u0700-\u07ff]+/g, tape: randomTape("·") },
  {
    run: /[\u0800-\u200c\u200e-\u303f\u3100-\u4dff\ua000-\uabff\ud7a4-\ud7ff\ue000-\ufe0e\ufe10-\uffff]+/g,
    tape: randomTape("…"),
  },
];

/** Punctuation alone or between two runs of another script. */
const isMark = (run: string) => /^[ -~]{1,3}$/.test(run) && !/[A-Za-z0-9]/.test(run);

/**
 * @param variant another text, if two texts would get the same replacement.
 * @returns a text with the same scripts and as many bytes, also in JSON.
 */
export function textLike(text: string, variant = 0): string {
  const start = startOf(text, variant);
  const replaced = (whole: string, { run, tape }: Script) =>
    whole.replace(run, (found, at: number) =>
      isMark(found) ? found : cut(tape, wordFrom(tape, start) + at, [...found].length),
    );
  return SCRIPTS.reduce(replaced, text);
}

/** @returns a name with as many letters and the same punctuation. */
export function nameLike(name: string, variant = 0): string {
  const start = startOf(name, variant);
  return name.replace(/[A-Za-z0-9]+/g, (part, at: number) => cut(NAMES, start + at, part.length));
}

/**
 * The first bytes of a PNG with its size, a WAVE recording with its rates, a WebP image, a JPEG image and a PDF file,
 * in base64.
 */
const BEGINNING =
  /^(?:data:[\w/+.-]+;base64,)?(?:iVBORw0KGgoAAAANSUhEUg[\w+/]{22}|UklGR[\w+/]{6}XQVZF[\w+/]{43}|UklGR[\w+/]{6}XRUJQVlA4|\/9j\/4AAQSkZJRg|JVBERi0)?/;

/**
 * @returns an id, a key or data in base64 with as many characters: hexadecimal if the original is, otherwise letters
 * and digits. The first bytes, which say what kind of file it is, stay.
 */
export function dataLike(data: string, variant = 0): string {
  const start = startOf(data, variant);
  const beginning = BEGINNING.exec(data)?.[0] ?? "";
  const rest = data.slice(beginning.length);
  const tape = /^[\da-f-]+$/.test(rest) ? HEX : DATA;
  const replaced = rest.replace(/[A-Za-z0-9+/]+/g, (part, at: number) => cut(tape, start + at, part.length));
  return beginning + replaced;
}

/** @returns true for results of the functions above, parts of them, and JSON and URLs that are made of them. */
export function isGenerated(text: string): boolean {
  const parts = text.split(/\\[nrt]|[\n\r\t"\\]|\u200d|\ufe0f/);
  return parts.every((part) => isSpoken(part) || isNamed(part) || isPunctuationOfJson(part));
}

function isSpoken(part: string): boolean {
  return SCRIPTS.every(({ run, tape }) =>
    (part.match(run) ?? []).every((found) => isMark(found) || isCutFrom(tape, found)),
  );
}

/** Parts of ids, file names and URLs that say what they are. */
const KINDS = new Set(
  `com csv example html http https jpeg jpg json md pdf png txt webp xml
  call cfile chat chatcmpl ci cmpl cntr container conv fc file fp ig mcp mcpl mcpr mcptoolu modr msg req resp rs
  srvtoolu tool toolu vs ws`.split(/\s+/),
);

function isNamed(part: string): boolean {
  if (!/^[!-~]*$/.test(part)) return false;
  const words = part.replace(BEGINNING, "").split(/[^A-Za-z0-9]+/);
  return words.every(
    (word) =>
      KINDS.has(word) || /^\d{0,3}$/.test(word) || [NAMES, DATA, HEX].some((tape) => isCutFrom(tape, word)),
  );
}

const isPunctuationOfJson = (part: string) => /^(?:[\s{}[\]:,\d.+-]|true|false|null)*$/.test(part);

function cut({ chars }: Tape, from: number, count: number): string {
  return Array.from({ length: count }, (_, at) => chars[(from + at) % chars.length]).join("");
}

function isCutFrom({ chars, text }: Tape, found: string): boolean {
  const rounds = Math.ceil(found.length / chars.length);
  return (rounds > 1 ? text.repeat(rounds) : text).includes(found);
}

function startOf(text: string, variant: number): number {
  let hash = SEED + variant;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash % TAPE_CHARS;
}

const wordFrom = ({ chars }: Tape, at: number) => Math.max(chars.indexOf(" ", at) + 1, 0);

function tapeOf(chars: readonly string[]): Tape {
  return { chars, text: chars.join("").repeat(3) };
}

function randomTape(alphabet: string): Tape {
  const chars = [...alphabet];
  const next = randomNumbers();
  return tapeOf(Array.from({ length: TAPE_CHARS }, () => chars[next(chars.length)] ?? ""));
}

/** Words of one to four syllables. */
function spokenTape(syllables: string, between: string): Tape {
  const known = syllables.split(" ");
  const next = randomNumbers();
  const chars: string[] = [];
  while (chars.length < TAPE_CHARS) {
    for (let left = 1 + next(4); left > 0; left--) chars.push(...(known[next(known.length)] ?? ""));
    chars.push(...between);
  }
  return tapeOf(chars);
}

/** Numbers below a limit, the same ones in each run. */
function randomNumbers(): (limit: number) => number {
  let state = SEED;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
