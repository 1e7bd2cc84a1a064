import { refused, unsupported } from "../refused.ts";
import { boundariesIn, type FormType, formTypeOf } from "./boundary.ts";
import { HEAD_MAX, type PartHead, readPartHead, wrongLength } from "./part-head.ts";
import { textOf } from "./part-text.ts";

/** The parts that an endpoint takes. */
export interface FormRules {
  texts: ReadonlySet<string>;
  files: ReadonlySet<string>;
  /** Names of either kind that may stand several times, such as `image[]`. */
  lists: ReadonlySet<string>;
}

/** A file, which stays where it is in the body. */
interface FormFile {
  name: string;
  filename: string;
  type: string;
  from: number;
  to: number;
}

export interface Form {
  /** It stands nowhere inside a part. */
  boundary: string;
  texts: readonly (readonly [name: string, value: string])[];
  files: readonly FormFile[];
}

const PARTS_MAX = 64;
const DEFAULT_TYPE = "application/octet-stream";
const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;

/**
 * Reads a form (RFC 7578) by one strict grammar: nothing before the first and behind the last boundary, each part
 * with known headers, no name several times.
 * @throws DomainError `invalid_request`, `unsupported_parameter` naming the part.
 */
export function parseForm(bytes: Uint8Array, contentType: string, rules: FormRules): Form {
  const type = formTypeOf(contentType);
  const { boundary } = type;
  const places = boundariesIn(bytes, boundary, PARTS_MAX);
  if (places.length > PARTS_MAX) throw tooManyParts();
  const parts = partsBetween(bytes, places, boundary.length);
  const texts: [string, string][] = [];
  const files: FormFile[] = [];
  const seen = new Set<string>();
  for (const { head, from, to } of parts) {
    checkName(head, rules, seen);
    checkLength(head, to - from);
    if (head.filename === null) texts.push(textIn(head, bytes.subarray(from, to), type));
    else files.push({ ...fileOf(head, head.filename), from, to });
  }
  return { boundary, texts, files };
}

/** The beginning of a form that is too long to be read whole. */
export interface FormStart {
  boundary: string;
  texts: Form["texts"];
  /** The form's first file, and its last part. */
  file: Omit<FormFile, "from" | "to">;
  /** Where the file's content begins. */
  from: number;
  /** Bytes of it, if the client says so. */
  announced: number | null;
}

/**
 * Reads the beginning of a form by the same grammar, up to the content of its first file.
 * @returns null when more bytes are needed.
 * @throws DomainError `invalid_request`, `unsupported_parameter` naming the part.
 */
export function parseFormStart(bytes: Uint8Array, contentType: string, rules: FormRules): FormStart | null {
  const type = formTypeOf(contentType);
  const { boundary } = type;
  const places = boundariesIn(bytes, boundary, PARTS_MAX);
  if (places.length > PARTS_MAX) throw tooManyParts();
  checkBeginning(bytes, places);
  const texts: [string, string][] = [];
  const seen = new Set<string>();
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    // The head of the last part may not have arrived yet.
    if (next === undefined && bytes.length - place < boundary.length + HEAD_MAX + 2) return null;
    const { head, from } = beginPart(bytes, place, boundary.length);
    checkName(head, rules, seen);
    const to = next === undefined ? null : endPart(bytes, from, next);
    const { filename, announced } = head;
    if (filename !== null) return { boundary, texts, file: fileOf(head, filename), from, announced };
    if (to === null) return null;
    checkLength(head, to - from);
    texts.push(textIn(head, bytes.subarray(from, to), type));
  }
  return null;
}

const fileOf = ({ name, type }: PartHead, filename: string) => ({
  name,
  filename,
  type: type ?? DEFAULT_TYPE,
});

const tooManyParts = () => refused(undefined, `A form may have at most ${PARTS_MAX - 1} parts.`);
const noBeginning = () => refused(undefined, "A form must begin with its boundary, and have a part.");

interface Part {
  head: PartHead;
  from: number;
  to: number;
}

/** @param places of the boundary, each of which must be one: some readers look for it without its dashes. */
function partsBetween(bytes: Uint8Array, places: readonly number[], length: number): Part[] {
  const last = places.at(-1);
  if (last === undefined || places.length < 2) throw noBeginning();
  checkBeginning(bytes, places);
  checkEnd(bytes, last + length);
  return places.slice(0, -1).map((place, index) => {
    const { head, from } = beginPart(bytes, place, length);
    return { head, from, to: endPart(bytes, from, places[index + 1] ?? 0) };
  });
}

function checkBeginning(bytes: Uint8Array, places: readonly number[]): void {
  if (places[0] !== 2 || !areDashes(bytes, 0)) throw noBeginning();
}

function beginPart(bytes: Uint8Array, place: number, length: number): Omit<Part, "to"> {
  if (!isLineEnd(bytes, place + length))
    throw refused(undefined, "A boundary must be followed by a line's end.");
  const begin = place + length + 2;
  const head = readPartHead(bytes, begin);
  return { head, from: begin + head.length };
}

/** Where the content of a part ends, before the boundary at `next`. */
function endPart(bytes: Uint8Array, from: number, next: number): number {
  const to = next - 4;
  if (to >= from && isLineEnd(bytes, to) && areDashes(bytes, to + 2)) return to;
  throw refused(
    undefined,
    "A boundary must begin a line of its own, with two dashes, and stand nowhere else.",
  );
}

/** The last boundary is followed by two dashes and at most a line's end. */
function checkEnd(bytes: Uint8Array, at: number): void {
  const rest = bytes.length - at - 2;
  if (areDashes(bytes, at) && (rest === 0 || (rest === 2 && isLineEnd(bytes, at + 2)))) return;
  throw refused(undefined, "A form must end with its boundary and two dashes.");
}

const areDashes = (bytes: Uint8Array, at: number) => bytes[at] === DASH && bytes[at + 1] === DASH;
const isLineEnd = (bytes: Uint8Array, at: number) => bytes[at] === CR && bytes[at + 1] === LF;

function checkName({ name, filename }: PartHead, rules: FormRules, seen: Set<string>): void {
  const isFile = rules.files.has(name);
  if (!isFile && !rules.texts.has(name)) throw unsupported(name);
  if (isFile !== (filename !== null))
    throw refused(
      name,
      `The part ${name} must ${isFile ? "be a file, with a filename" : "be a text, without a filename"}.`,
    );
  if (seen.has(name) && !rules.lists.has(name))
    throw refused(name, `The part ${name} stands in the form several times.`);
  seen.add(name);
}

/** Some readers take the announced length for the end of a part. */
function checkLength({ name, announced }: PartHead, length: number): void {
  if (announced !== null && announced !== length) throw wrongLength(name);
}

const textIn = (head: PartHead, bytes: Uint8Array, { charset }: FormType): [name: string, value: string] => [
  head.name,
  textOf(head, bytes, charset),
];
