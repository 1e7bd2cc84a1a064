import { JsonCursor } from "./json-cursor.ts";
import { type TokenUsage, tokenUsageOf } from "./token-usage.ts";

/** Longest `usage` object that is read; those of today have some 500 bytes. */
const USAGE_BYTES_MAX = 8192;

const decoder = new TextDecoder();

/**
 * Reads one JSON text byte by byte and finds the object `usage` at its top, or in its `response`, as the events of
 * the Responses API have it. Deeper ones do not count: an answer may repeat what its caller has sent.
 * It keeps no more of the text than one such object.
 */
export class UsageScanner {
  /** The last one that was complete. */
  found: TokenUsage | null = null;
  private readonly cursor = new JsonCursor();
  private outerName = "";
  private innerName = "";
  /** Depth within the object that is being kept; 0 when none is. */
  private keptDepth = 0;
  private keptLength = 0;
  private readonly kept = new Uint8Array(USAGE_BYTES_MAX);

  push(chunk: Uint8Array): void {
    for (const byte of chunk) this.pushByte(byte);
  }

  private pushByte(byte: number): void {
    const step = this.cursor.push(byte);
    if (step === "name") this.named();
    else if (step === "open") this.opened();
    if (this.keptDepth > 0) this.keep(byte);
  }

  private named(): void {
    const { depth, word } = this.cursor;
    if (depth === 1) this.outerName = word;
    if (depth === 2) this.innerName = word;
  }

  private opened(): void {
    const { depth } = this.cursor;
    const isUsage =
      (depth === 2 && this.outerName === "usage") ||
      (depth === 3 && this.outerName === "response" && this.innerName === "usage");
    if (isUsage) {
      this.keptDepth = depth;
      this.keptLength = 0;
    }
    if (depth === 2) this.innerName = "";
  }

  private keep(byte: number): void {
    // Past the end of the array nothing is kept, and an object that was cut is no JSON.
    this.kept[this.keptLength++] = byte;
    if (this.cursor.depth >= this.keptDepth) return;
    this.keptDepth = 0;
    this.found = usageIn(this.kept.subarray(0, this.keptLength)) ?? this.found;
  }
}

function usageIn(bytes: Uint8Array): TokenUsage | null {
  try {
    return tokenUsageOf(JSON.parse(decoder.decode(bytes)));
  } catch {
    return null;
  }
}
