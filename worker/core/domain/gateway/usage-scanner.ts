import { type TokenUsage, tokenUsageOf } from "./token-usage.ts";

/** Longest `usage` object that is read; those of today have some 500 bytes. */
const USAGE_BYTES_MAX = 8192;
/** One more than "response" has, so that a longer name never equals it. */
const NAME_MAX = 9;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

const decoder = new TextDecoder();

/**
 * Reads one JSON text byte by byte and finds the object `usage` at its top, or in its `response`, as the events of
 * the Responses API have it. Deeper ones do not count: an answer may repeat what its caller has sent.
 * It keeps no more of the text than one such object.
 */
export class UsageScanner {
  /** The last one that was complete; `restart` keeps it. */
  found: TokenUsage | null = null;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private word = "";
  private outerName = "";
  private innerName = "";
  /** Depth at which the object being kept was opened; 0 when none is. */
  private keptFrom = 0;
  private keptLength = 0;
  private readonly kept = new Uint8Array(USAGE_BYTES_MAX);

  /** Another JSON text begins. */
  restart(): void {
    this.depth = 0;
    this.keptFrom = 0;
    this.inString = false;
    this.escaped = false;
    this.word = "";
    this.outerName = "";
    this.innerName = "";
  }

  push(byte: number): void {
    if (this.inString) this.inside(byte);
    else this.outside(byte);
    if (this.keptFrom > 0) this.keep(byte);
  }

  private inside(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
    if (this.inString && this.depth <= 2 && this.word.length < NAME_MAX)
      this.word += String.fromCharCode(byte);
  }

  private outside(byte: number): void {
    if (byte === QUOTE) {
      this.inString = true;
      this.word = "";
    } else if (byte === COLON) this.named();
    else if (OPENING.has(byte)) this.open();
    else if (CLOSING.has(byte)) this.depth = Math.max(0, this.depth - 1);
  }

  private named(): void {
    if (this.depth === 1) this.outerName = this.word;
    if (this.depth === 2) this.innerName = this.word;
  }

  private open(): void {
    const isUsage =
      (this.depth === 1 && this.outerName === "usage") ||
      (this.depth === 2 && this.outerName === "response" && this.innerName === "usage");
    if (isUsage) {
      this.keptFrom = this.depth;
      this.keptLength = 0;
    }
    if (this.depth === 1) this.innerName = "";
    this.depth++;
  }

  private keep(byte: number): void {
    if (this.keptLength === USAGE_BYTES_MAX) {
      this.keptFrom = 0;
      return;
    }
    this.kept[this.keptLength++] = byte;
    if (this.depth > this.keptFrom) return;
    this.keptFrom = 0;
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
