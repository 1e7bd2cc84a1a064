/** One more than the longest name or value that is looked for has, so that a longer one never equals it. */
const WORD_MAX = 33;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Follows a JSON text byte by byte, in a memory of fixed size. */
export class JsonCursor {
  /** Lists and objects that are open. */
  depth = 0;
  /** The beginning of the last string, as it was written. */
  word = "";
  private inString = false;
  private escaped = false;

  /**
   * What the byte does: end a text (`word`), show that the text before it was a member's name, open a list or object,
   * close one, or none of these.
   */
  push(byte: number): "text" | "name" | "open" | "close" | null {
    if (this.inString) return this.inside(byte);
    if (byte === COLON) return "name";
    if (OPENING.has(byte)) return this.moved(1, "open");
    if (CLOSING.has(byte)) return this.moved(this.depth > 0 ? -1 : 0, "close");
    if (byte !== QUOTE) return null;
    this.inString = true;
    this.word = "";
    return null;
  }

  private inside(byte: number): "text" | null {
    const ends = byte === QUOTE && !this.escaped;
    if (ends) this.inString = false;
    else if (this.word.length < WORD_MAX) this.word += String.fromCharCode(byte);
    this.escaped = byte === BACKSLASH && !this.escaped;
    return ends ? "text" : null;
  }

  private moved<Step>(by: number, step: Step): Step {
    this.depth += by;
    return step;
  }
}
