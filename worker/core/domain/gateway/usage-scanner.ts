import { JsonCursor } from "./json-cursor.ts";

/** Longest `usage` object that is read; those of today have some 500 bytes. */
const USAGE_BYTES_MAX = 8192;
const USAGE_DEPTH = 2;

const decoder = new TextDecoder();

/**
 * Reads one JSON text byte by byte and finds the object `usage` at its top. Deeper ones do not count: a response may
 * repeat its request. It keeps no more of the text than one such object.
 */
export class UsageScanner {
  /** The last one that was complete, parsed. */
  found: unknown = null;
  private readonly cursor = new JsonCursor();
  private begun = false;
  /** The last name at the top. */
  private name = "";
  private keeping = false;
  private keptLength = 0;
  private readonly kept = new Uint8Array(USAGE_BYTES_MAX);

  push(chunk: Uint8Array): void {
    for (const byte of chunk) this.pushByte(byte);
  }

  /** Every list and object of the text was closed. */
  get complete(): boolean {
    return this.begun && this.cursor.depth === 0;
  }

  private pushByte(byte: number): void {
    const step = this.cursor.push(byte);
    const { depth, word } = this.cursor;
    if (step === "name" && depth === 1) this.name = word;
    if (step === "open") this.opened(depth);
    if (this.keeping) this.keep(byte);
  }

  private opened(depth: number): void {
    this.begun = true;
    if (depth !== USAGE_DEPTH || this.name !== "usage") return;
    this.keeping = true;
    this.keptLength = 0;
  }

  private keep(byte: number): void {
    // Past the end of the array nothing is kept, and an object that was cut is no JSON.
    this.kept[this.keptLength++] = byte;
    if (this.cursor.depth >= USAGE_DEPTH) return;
    this.keeping = false;
    this.found = usageIn(this.kept.subarray(0, this.keptLength)) ?? this.found;
  }
}

function usageIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}
