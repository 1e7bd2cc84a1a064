/** An event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface SseEvent {
  /** As received, with the empty line that ends it. */
  raw: string;
  /** Empty when the event's lines don't name it. */
  name: string;
  /** Its data lines in one text; empty for a comment. */
  data: string;
}

/** Longer events, such as a picture, are refused: they are kept in memory until they end. */
const EVENT_CHARS_MAX = 8 * 1024 * 1024;
const END = /(?:\r\n|\n|\r(?!\n)){2}/g;
/** The longest ending, less the one character that may complete it. */
const ENDING_KEPT = 3;

/** Parses a stream of events from chunks cut anywhere. */
export class SseEvents {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  private text = "";
  private searched = 0;

  /** @throws RangeError when an event is too long. */
  push(chunk: Uint8Array): SseEvent[] {
    this.text += this.decoder.decode(chunk, { stream: true });
    const found: SseEvent[] = [];
    let from = 0;
    END.lastIndex = Math.max(0, this.searched - ENDING_KEPT);
    for (let end = this.nextEnd(); end !== null; end = this.nextEnd()) {
      found.push(eventOf(this.text.slice(from, end)));
      from = end;
    }
    this.text = this.text.slice(from);
    this.searched = this.text.length;
    if (this.text.length > EVENT_CHARS_MAX) throw new RangeError("An event of the stream is too long.");
    return found;
  }

  /** Call at the end of the stream: some clients accept a last event without its empty line. */
  end(): SseEvent | null {
    const text = this.text + this.decoder.decode();
    this.text = "";
    return text === "" ? null : eventOf(text);
  }

  /** A CR at the very end may be half of a line's end. */
  private nextEnd(): number | null {
    const match = END.exec(this.text);
    if (match === null) return null;
    const end = END.lastIndex;
    return end === this.text.length && match[0].endsWith("\r") ? null : end;
  }
}

function eventOf(raw: string): SseEvent {
  const event = { raw, name: "", data: [] as string[] };
  for (const line of raw.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    const [, field = line, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "event") event.name = value;
    if (field === "data") event.data.push(value);
  }
  return { ...event, data: event.data.join("\n") };
}
