import { JsonCursor } from "./json-cursor.ts";

/** Longest object that is kept; those of today have some 500 bytes. */
const OBJECT_BYTES_MAX = 8192;
const ITEMS_MAX = 10_000;
/** Depths inside the text's object, a member of it, and an item of a list that is a member. */
const TOP = 1;
const MEMBER = 2;
const ITEM = 3;
/** Members that tell what a response is charged for. */
const OBJECTS = new Set(["usage", "meta"]);
const TEXTS = new Set(["size", "quality"]);
const LIST = "data";

const decoder = new TextDecoder();

/**
 * Reads one JSON text byte by byte and keeps what tells its cost: of its outermost members, `usage` and `meta`, the
 * texts `size` and `quality`, and the number of objects in `data`. Deeper ones do not count: a response may repeat its
 * request. It keeps no more of the text than one such object.
 */
export class ResponseScanner {
  private readonly cursor = new JsonCursor();
  private begun = false;
  /** The last name at the top. */
  private name = "";
  /** Texts at the top since that name: its value if it is a text, and perhaps the next name. */
  private texts: string[] = [];
  private keeping = false;
  private keptLength = 0;
  private readonly kept = new Uint8Array(OBJECT_BYTES_MAX);
  private items = 0;
  private readonly found = new Map<string, unknown>();

  push(chunk: Uint8Array): void {
    for (const byte of chunk) this.pushByte(byte);
  }

  /** Every list and object of the text was closed. */
  get complete(): boolean {
    return this.begun && this.cursor.depth === 0;
  }

  /** The response with nothing but these members, of which the last complete ones count. */
  get outline(): Readonly<Record<string, unknown>> {
    const list = this.items > 0 ? { [LIST]: Array.from({ length: this.items }, () => ({})) } : {};
    return { ...Object.fromEntries(this.found), ...list };
  }

  private pushByte(byte: number): void {
    const step = this.cursor.push(byte);
    const { depth, word } = this.cursor;
    if (depth === TOP && step === "text" && this.texts.length < 2) this.texts.push(word);
    if (depth === TOP && step === "name") this.named(word);
    if (depth < TOP && step === "close") this.keepText(this.texts[0]);
    if (step === "open") this.opened(depth);
    if (this.keeping) this.keep(byte);
  }

  private named(word: string): void {
    // The last of the texts is this name.
    this.keepText(this.texts.length > 1 ? this.texts[0] : undefined);
    this.texts = [];
    this.name = word;
  }

  private keepText(text: string | undefined): void {
    if (text !== undefined && TEXTS.has(this.name)) this.found.set(this.name, text);
  }

  private opened(depth: number): void {
    this.begun = true;
    if (depth === ITEM && this.name === LIST) this.items = Math.min(this.items + 1, ITEMS_MAX);
    if (depth !== MEMBER || !OBJECTS.has(this.name)) return;
    this.keeping = true;
    this.keptLength = 0;
  }

  private keep(byte: number): void {
    // Past the end of the array nothing is kept, and an object that was cut is no JSON.
    this.kept[this.keptLength++] = byte;
    if (this.cursor.depth >= MEMBER) return;
    this.keeping = false;
    const object = objectIn(this.kept.subarray(0, this.keptLength));
    if (object !== null) this.found.set(this.name, object);
  }
}

function objectIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}
