import { concatBytes } from "./concat-bytes.ts";
import { parsedJson } from "./endpoints/response-reading.ts";
import {
  ERROR_TEXT_MAX,
  type Operator,
  PLAIN_TEXT_MAX,
  PROVIDER_FAILED,
  publicErrorValue,
  publicText,
  type Role,
  roleOf,
} from "./operators-own.ts";

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const ENDS_SCALAR = new Set([COMMA, CLOSE_LIST, CLOSE_OBJECT]);

/** A list or object that is looked into. */
interface Frame {
  isList: boolean;
  /** Its texts are the model's. */
  words: boolean;
  /** Of an object: what comes next. */
  awaits: "name" | "value" | "comma";
  /** Members that were passed on. */
  shown: number;
}

type Kind = "text" | "container" | "scalar";
type Sink = "shown" | "held" | "dropped";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Removes what is the operator's from one JSON text of any length, as `publicJson` does. It keeps no
 * more of the text than a name, a short text or an error. What is no JSON passes as it is.
 */
export class PublicJsonStream {
  private readonly operator: Operator;
  private readonly frames: Frame[] = [];
  private chunk: Uint8Array = new Uint8Array();
  /** Where the bytes go that are read, from this place of the chunk on. */
  private sink: Sink = "shown";
  private from = 0;
  private shown: Uint8Array[] = [];
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private inText = false;
  private escaped = false;
  private inScalar = false;
  /** The value that is not looked into, and how many of its lists and objects are open. */
  private whole: { role: Role; depth: number } | null = null;

  constructor(operator: Operator) {
    this.operator = operator;
  }

  /** @returns what of the text may be passed on by now. @throws RangeError for a name that never ends. */
  push(chunk: Uint8Array): Uint8Array {
    this.chunk = chunk;
    this.from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      // Long texts, such as images, are most of a long response.
      if (this.inText && !this.escaped) at = afterPlain(chunk, at);
      if (at < chunk.length) this.step(chunk[at] ?? 0, at);
    }
    this.move(chunk.length);
    if (this.sink === "held") this.limitHeld();
    const shown = concatBytes(this.shown);
    this.shown = [];
    return shown;
  }

  private step(byte: number, at: number): void {
    if (this.inText) this.inside(byte, at);
    else {
      if (this.inScalar && ENDS_SCALAR.has(byte)) {
        this.inScalar = false;
        if (this.whole?.depth === 0) this.wholeEnded(at);
      }
      if (this.whole !== null) this.deeper(byte, at, this.whole);
      else if (!this.inScalar) this.between(byte, at, this.frames.at(-1));
    }
  }

  /** Outside of texts, in a list or object that is looked into. */
  private between(byte: number, at: number, frame: Frame | undefined): void {
    if (byte === QUOTE) {
      this.inText = true;
      if (frame?.awaits !== "name") this.begin("text", at, frame);
    } else if (byte === COLON) {
      if (frame !== undefined) frame.awaits = "value";
    } else if (byte === COMMA) {
      if (frame?.isList === false) this.awaitName(at, frame);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.open(byte === OPEN_LIST, at, frame);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      this.close(at);
    } else if (!SPACE.has(byte)) {
      this.inScalar = true;
      this.begin("scalar", at, frame);
    }
  }

  private inside(byte: number, at: number): void {
    const ends = byte === QUOTE && !this.escaped;
    this.escaped = byte === BACKSLASH && !this.escaped;
    if (!ends) return;
    this.inText = false;
    if (this.whole !== null) {
      if (this.whole.depth === 0) this.wholeEnded(at + 1);
    } else if (this.sink === "held" && this.frames.at(-1)?.awaits !== "name") this.textEnded(at + 1);
  }

  private deeper(byte: number, at: number, whole: { depth: number }): void {
    if (byte === QUOTE) this.inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) whole.depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      whole.depth -= 1;
      if (whole.depth === 0) this.wholeEnded(at + 1);
    }
  }

  private begin(kind: Kind, at: number, frame: Frame | undefined): Role {
    const role = frame?.isList === false ? this.member(at, frame) : frame?.words === true ? "words" : "plain";
    if (role === "operators") this.turn("dropped", at);
    else if (role === "error" || (role === "plain" && kind === "text" && frame !== undefined))
      this.turn("held", at);
    if (!isLookedInto(role)) this.whole = { role, depth: kind === "container" ? 1 : 0 };
    return role;
  }

  /** What the member is whose name is held; the name goes where its value does. */
  private member(at: number, frame: Frame): Role {
    frame.awaits = "comma";
    this.turn("shown", at);
    const held = this.takeHeld();
    const name = decoder.decode(held);
    const role = roleOf(nameIn(name));
    if (role === "operators") return role;
    // The comma is that of a member that was removed.
    this.shown.push(frame.shown === 0 ? encoder.encode(name.replace(/^\s*,/, "")) : held);
    frame.shown += 1;
    return role;
  }

  private open(isList: boolean, at: number, around: Frame | undefined): void {
    const role = this.begin("container", at, around);
    if (!isLookedInto(role)) return;
    const frame: Frame = { isList, words: role === "words", awaits: "value", shown: 0 };
    this.frames.push(frame);
    if (!isList) this.awaitName(at + 1, frame);
  }

  private awaitName(at: number, frame: Frame): void {
    this.turn("held", at);
    frame.awaits = "name";
  }

  private close(at: number): void {
    // An object without a member, or with a comma after its last one.
    if (this.sink === "held") {
      this.turn("shown", at);
      this.shown.push(this.takeHeld());
    }
    this.frames.pop();
  }

  /** @param at after its last byte. */
  private wholeEnded(at: number): void {
    const isError = this.whole?.role === "error";
    this.whole = null;
    const isKept = this.sink === "held";
    this.turn("shown", at);
    if (!isError) return;
    const held = this.takeHeld();
    this.shown.push(isKept && held.length <= ERROR_TEXT_MAX ? this.publicError(held) : UNREAD_ERROR);
  }

  private textEnded(at: number): void {
    this.turn("shown", at);
    const held = this.takeHeld();
    this.shown.push(held.length > PLAIN_TEXT_MAX ? held : this.publicText(held));
  }

  private publicText(held: Uint8Array): Uint8Array {
    const text = parsedJson(decoder.decode(held));
    if (typeof text !== "string") return held;
    const shown = publicText(text, this.operator);
    return shown === text ? held : encoder.encode(JSON.stringify(shown));
  }

  private publicError(held: Uint8Array): Uint8Array {
    const error = parsedJson(decoder.decode(held));
    if (error === undefined) return UNREAD_ERROR;
    const shown = JSON.stringify(publicErrorValue(error, this.operator));
    return shown === JSON.stringify(error) ? held : encoder.encode(shown);
  }

  private turn(sink: Sink, at: number): void {
    this.move(at);
    this.sink = sink;
  }

  /** Brings what was read, up to this place of the chunk, to where it goes. */
  private move(to: number): void {
    const bytes = this.chunk.subarray(this.from, to);
    this.from = to;
    if (this.sink === "shown") this.shown.push(bytes);
    if (this.sink !== "held") return;
    // The chunk's memory may be used again.
    this.held.push(bytes.slice());
    this.heldBytes += bytes.length;
  }

  private takeHeld(): Uint8Array {
    const held = concatBytes(this.held);
    this.held = [];
    this.heldBytes = 0;
    return held;
  }

  private limitHeld(): void {
    if (this.whole !== null) {
      if (this.heldBytes <= ERROR_TEXT_MAX) return;
      this.takeHeld();
      this.sink = "dropped";
    } else if (this.inText && this.frames.at(-1)?.awaits !== "name") {
      if (this.heldBytes <= PLAIN_TEXT_MAX) return;
      this.shown.push(this.takeHeld());
      this.sink = "shown";
    } else if (this.heldBytes > ERROR_TEXT_MAX) throw new RangeError("A name in the response is too long.");
  }
}

/** Where a text's end or an escape may be. */
function afterPlain(chunk: Uint8Array, from: number): number {
  let at = from;
  while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at += 1;
  return at;
}

const isLookedInto = (role: Role) => role === "words" || role === "plain";

const UNREAD_ERROR = encoder.encode(JSON.stringify({ message: PROVIDER_FAILED }));

function nameIn(held: string): string {
  const written = held.slice(held.indexOf('"'), held.lastIndexOf('"') + 1);
  const name = parsedJson(written);
  return typeof name === "string" ? name : written;
}
