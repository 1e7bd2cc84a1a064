import { concatBytes } from "./concat-bytes.ts";
import { JsonCursor } from "./json-cursor.ts";
import { refused } from "./refused.ts";

const HYPHEN = 0x2d;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const LOWER_CASE = 0x20;
const NAME = new TextEncoder().encode("name");
const MODEL = new TextEncoder().encode("model");
/** Quote, semicolon, space, tab, carriage return. */
const ENDS_NAME = new Set<number | undefined>([QUOTE, 0x3b, 0x20, 0x09, 0x0d]);
/** Bytes that may stand before the one that ends the name: `name="model`. */
const TAIL = 11;

/**
 * Watches a whole body of which only the beginning is read before it goes on (`scanForModel`), for a second `model`:
 * services differ in which of two they take, so the request could be priced as one model and answered by another.
 */
export class ModelGuard {
  private readonly json = new JsonCursor();
  private isForm: boolean | null = null;
  private tail = new Uint8Array();
  private models = 0;

  /** The next bytes of the body, from its first. @throws DomainError `invalid_request` when a second one is there. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.isForm ??= chunk[0] === HYPHEN;
    if (this.isForm) this.readForm(chunk);
    else for (const byte of chunk) this.readJson(byte);
    if (this.models > 1) throw refused("model", "A field stands twice in the body.");
  }

  /** A name with an escape in it may be any. */
  private readJson(byte: number): void {
    if (this.json.push(byte) !== "name" || this.json.depth !== 1) return;
    if (this.json.word === "model" || this.json.word.includes("\\")) this.models++;
  }

  /** Jumps from one equals sign to the next: a form is mostly one large file. */
  private readForm(chunk: Uint8Array): void {
    const bytes = concatBytes([this.tail, chunk]);
    for (let at = bytes.indexOf(EQUALS); at >= 0; at = bytes.indexOf(EQUALS, at + 1))
      if (modelEndsAt(bytes, at) >= this.tail.length) this.models++;
    this.tail = bytes.slice(-TAIL);
  }
}

/** Where the name ends that is given behind this equals sign, if it is the model's; -1 if not, or if that is cut. */
function modelEndsAt(bytes: Uint8Array, equals: number): number {
  const from = equals + (bytes[equals + 1] === QUOTE ? 2 : 1);
  const end = from + MODEL.length;
  const isModel = hasAt(bytes, equals - NAME.length, NAME) && hasAt(bytes, from, MODEL);
  return isModel && ENDS_NAME.has(bytes[end]) ? end : -1;
}

/** In any letter case. */
const hasAt = (bytes: Uint8Array, at: number, word: Uint8Array) =>
  word.every((letter, i) => ((bytes[at + i] ?? 0) | LOWER_CASE) === letter);
