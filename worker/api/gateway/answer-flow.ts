import { likelyTokens, type Reading } from "#core/domain/gateway/charge.ts";
import { gatewayErrorBody } from "#core/domain/gateway/error-answers.ts";
import { EventMeter } from "#core/domain/gateway/event-meter.ts";
import { SseEvents } from "#core/domain/gateway/sse-events.ts";
import { UsageScanner } from "#core/domain/gateway/usage-scanner.ts";

/** A response on its way to the client: passes it on, and counts what is charged. */
export interface AnswerFlow {
  /** Takes the provider's next chunk. @returns the bytes that can go to the client now. */
  push: (chunk: Uint8Array) => Uint8Array;
  /** The response may be complete. The bytes still held back go out after it is settled. */
  readonly mayEnd: boolean;
  /** @returns the bytes still held back, after the end of the response. */
  rest: () => Uint8Array;
  reading: () => Reading;
  /** An error event in the response's format; null when the format has none and the connection must be cut. */
  cut: (code: "upstream_error" | "upstream_timeout") => Uint8Array | null;
}

const encoder = new TextEncoder();

/** Server-sent events. Holds the last one back until the end: clients treat the stream as complete once they have it. */
export class EventFlow implements AnswerFlow {
  private readonly events = new SseEvents();
  private readonly meter = new EventMeter();
  private readonly hideCounts: boolean;
  private last = "";

  constructor(options: { hideCounts: boolean }) {
    this.hideCounts = options.hideCounts;
  }

  push(chunk: Uint8Array): Uint8Array {
    let shown = "";
    for (const event of this.events.push(chunk)) {
      const kind = this.meter.see(event);
      if (kind === "counts" && this.hideCounts) continue;
      if (this.last !== "" && event.data === "") this.last += event.raw;
      else {
        shown += this.last;
        this.last = kind === "end" ? event.raw : "";
        if (kind !== "end") shown += event.raw;
      }
    }
    return encoder.encode(shown);
  }

  get mayEnd(): boolean {
    return this.last !== "";
  }

  rest(): Uint8Array {
    const event = this.events.end();
    const hidden = event !== null && this.meter.see(event) === "counts" && this.hideCounts;
    return encoder.encode(this.last + (event === null || hidden ? "" : event.raw));
  }

  reading(): Reading {
    return this.meter.reading;
  }

  /** OpenAI's clients throw at it. */
  cut(code: "upstream_error" | "upstream_timeout"): Uint8Array {
    return encoder.encode(`data: ${JSON.stringify(gatewayErrorBody(code))}\n\n`);
  }
}

/** Any other response. Finds the token counts of a JSON text that is too long to be read whole. */
export class ByteFlow implements AnswerFlow {
  readonly mayEnd = false;
  private readonly scanner: UsageScanner | null;
  private bytes = 0;

  constructor(options: { json: boolean }) {
    this.scanner = options.json ? new UsageScanner() : null;
  }

  push(chunk: Uint8Array): Uint8Array {
    this.bytes += chunk.byteLength;
    this.scanner?.push(chunk);
    return chunk;
  }

  rest(): Uint8Array {
    return new Uint8Array();
  }

  reading(): Reading {
    const usage = this.scanner?.found ?? null;
    return { usage, visibleTokens: likelyTokens(this.bytes), content: this.bytes > 0, complete: true };
  }

  cut(): null {
    return null;
  }
}
