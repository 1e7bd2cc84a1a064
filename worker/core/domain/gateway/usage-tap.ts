import type { TokenUsage } from "./token-usage.ts";
import { UsageScanner } from "./usage-scanner.ts";

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const BLANK = new Set([0x20, 0x09, LF, CR, ...BYTE_ORDER_MARK]);
const JSON_START = new Set([0x7b, 0x5b]);
const DATA_FIELD = [...new TextEncoder().encode("data:")];
const OTHER_FIELD = -1;

/**
 * Finds the token counts of an answer as it passes, be it one JSON text or a stream of server-sent events, in pieces
 * cut anywhere. Its memory has a fixed size. A form other than these two has no counts.
 */
export class UsageTap {
  private readonly json = new UsageScanner();
  /** How many events have ended so far. */
  events = 0;
  private form: "json" | "events" | null = null;
  /** Bytes of "data:" that the line has shown so far, or `OTHER_FIELD`. */
  private matched = 0;
  private lineIsEmpty = true;
  private afterCr = false;

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.form ??= formOf(byte);
      if (this.form === "json") this.json.push(byte);
      else if (this.form === "events") this.eventByte(byte);
    }
  }

  /** The last complete counts so far; null when there were none. */
  usage(): TokenUsage | null {
    return this.json.found;
  }

  private eventByte(byte: number): void {
    const endsCrLf = byte === LF && this.afterCr;
    this.afterCr = byte === CR;
    if (endsCrLf) return;
    if (byte === LF || byte === CR) this.endLine();
    else this.lineByte(byte);
  }

  private endLine(): void {
    if (this.lineIsEmpty) {
      this.json.restart();
      this.events += 1;
    }
    this.matched = 0;
    this.lineIsEmpty = true;
  }

  private lineByte(byte: number): void {
    this.lineIsEmpty = false;
    if (this.matched === DATA_FIELD.length) this.json.push(byte);
    else if (this.matched !== OTHER_FIELD)
      this.matched = DATA_FIELD[this.matched] === byte ? this.matched + 1 : OTHER_FIELD;
  }
}

function formOf(byte: number): "json" | "events" | null {
  if (BLANK.has(byte)) return null;
  return JSON_START.has(byte) ? "json" : "events";
}
