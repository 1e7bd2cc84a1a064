import { concatBytes } from "./concat-bytes.ts";
import { tokenUsageOf } from "./token-usage.ts";

const LF = 0x0a;
const CR = 0x0d;
/** A longer event is no chunk of counts: it passes without being kept. */
const EVENT_BYTES_MAX = 16_384;
const NO_CHOICES = /"choices"\s*:\s*\[\s*\]/;

const decoder = new TextDecoder();

/**
 * Takes the chunk that only holds token counts out of a stream of server-sent events, for a client that did not ask
 * for it; every other byte stays. An event is passed on as soon as it is complete; of one that is not, at most 16 KB
 * are kept.
 */
export class SseUsageFilter {
  private kept: Uint8Array[] = [];
  private keptLength = 0;
  /** The line so far is empty, or no more than the CR of a CR LF. */
  private lineIsBlank = true;
  private afterCr = false;
  private passesEvent = false;
  private passesAll = false;

  /** What the client may have now: perhaps nothing, perhaps the chunk itself. */
  push(chunk: Uint8Array): Uint8Array {
    const passing: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length && !this.passesAll; at++) {
      if (!this.endsEvent(chunk[at])) continue;
      passing.push(...this.event(chunk.subarray(from, at + 1)));
      from = at + 1;
    }
    passing.push(...this.rest(chunk.subarray(from)));
    return passing.length === 1 && passing[0]?.length === chunk.length ? chunk : concatBytes(passing);
  }

  /** The source has ended: what is left, a cut event. */
  flush(): Uint8Array {
    return concatBytes(this.shown(this.release()));
  }

  /** A line ends with LF or CR LF here. Where a CR stands alone, nothing is looked for any more. */
  private endsEvent(byte: number | undefined): boolean {
    this.passesAll = this.afterCr && byte !== LF;
    this.afterCr = byte === CR;
    const blank = this.lineIsBlank;
    if (byte === LF) this.lineIsBlank = true;
    else if (byte !== CR) this.lineIsBlank = false;
    return byte === LF && blank;
  }

  private event(end: Uint8Array): Uint8Array[] {
    const event = [...this.release(), end];
    const shown = this.passesEvent ? event : this.shown(event);
    this.passesEvent = false;
    return shown;
  }

  private shown(event: Uint8Array[]): Uint8Array[] {
    return isUsageChunk(concatBytes(event)) ? [] : event;
  }

  private rest(bytes: Uint8Array): Uint8Array[] {
    this.passesEvent ||= this.keptLength + bytes.length > EVENT_BYTES_MAX;
    if (this.passesEvent || this.passesAll) return [...this.release(), bytes];
    if (bytes.length > 0) this.kept.push(bytes.slice());
    this.keptLength += bytes.length;
    return [];
  }

  private release(): Uint8Array[] {
    const kept = this.kept;
    this.kept = [];
    this.keptLength = 0;
    return kept;
  }
}

function isUsageChunk(event: Uint8Array): boolean {
  if (event.length > EVENT_BYTES_MAX) return false;
  const text = decoder.decode(event);
  if (!NO_CHOICES.test(text)) return false;
  try {
    const { choices, usage } = JSON.parse(dataOf(text));
    return Array.isArray(choices) && choices.length === 0 && tokenUsageOf(usage) !== null;
  } catch {
    return false;
  }
}

const dataOf = (event: string) =>
  event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length))
    .join("\n");
