import { JsonCursor } from "./json-cursor.ts";
import { refused } from "./refused.ts";

const HYPHEN = 0x2d;
const QUOTE = 0x22;
const LOWER_CASE = 0x20;
const FORM_NAME = [...new TextEncoder().encode("name=model")];
/** Where a quote may stand in `FORM_NAME`. */
const BEFORE_VALUE = FORM_NAME.indexOf(0x3d) + 1;
/** Quote, semicolon, space, tab, carriage return. */
const ENDS_NAME = new Set([QUOTE, 0x3b, 0x20, 0x09, 0x0d]);

/**
 * Watches a whole body of which only the beginning is read before it goes on (`scanForModel`), for a second `model`:
 * services differ in which of two they take, so the request could be priced as one model and answered by another.
 */
export class ModelGuard {
  private readonly json = new JsonCursor();
  private isForm: boolean | null = null;
  private matched = 0;
  private models = 0;

  /** The next bytes of the body, from its first. @throws DomainError `invalid_request` when a second one is there. */
  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.isForm ??= byte === HYPHEN;
      if (this.isForm ? this.endsFormName(byte) : this.endsJsonName(byte)) this.models++;
    }
    if (this.models > 1) throw refused("model", "A field stands twice in the body.");
  }

  /** A name with an escape in it may be any. */
  private endsJsonName(byte: number): boolean {
    if (this.json.push(byte) !== "name" || this.json.depth !== 1) return false;
    return this.json.word === "model" || this.json.word.includes("\\");
  }

  private endsFormName(byte: number): boolean {
    const { matched } = this;
    if (matched === BEFORE_VALUE && byte === QUOTE) return false;
    const letter = byte | LOWER_CASE;
    if (FORM_NAME[matched] === letter) this.matched++;
    else this.matched = FORM_NAME[0] === letter ? 1 : 0;
    return matched === FORM_NAME.length && ENDS_NAME.has(byte);
  }
}
