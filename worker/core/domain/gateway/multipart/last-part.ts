import { refused } from "../refused.ts";
import { BoundarySearch } from "./boundary.ts";
import { wrongLength } from "./part-head.ts";

const LINE_END = "\r\n";
const latin1 = new TextDecoder("latin1");

interface LastPartOptions {
  boundary: string;
  name: string;
  length: number;
  announced: number | null;
}

/**
 * Watches the file that ends a form while its bytes pass: nothing but the form's end may follow it. It keeps no more of
 * the file than the form's end is long.
 */
export class LastPart {
  private readonly search: BoundarySearch;
  private readonly end: string;
  private readonly name: string;
  private left: number;
  private passed = 0;
  private tail: Uint8Array = new Uint8Array();

  /**
   * @param length bytes of the file and of the form's end together. @param announced those of the file, or null.
   * @throws DomainError `invalid_request` unless they agree.
   */
  constructor({ boundary, name, length, announced }: LastPartOptions) {
    this.search = new BoundarySearch(boundary);
    this.end = `${LINE_END}--${boundary}--`;
    this.name = name;
    this.left = length;
    if (this.mostBytes < 0) throw this.unended();
    const possible = [this.mostBytes, this.mostBytes - LINE_END.length];
    if (announced !== null && !possible.includes(announced)) throw wrongLength(name);
  }

  /** The most bytes that the file may still have: two less when a line's end follows the form's end. */
  get mostBytes(): number {
    return this.left - this.end.length;
  }

  /**
   * The next bytes, which are not to be passed on if this throws.
   * @throws DomainError `invalid_request` when the file ends before the form does.
   */
  push(chunk: Uint8Array): void {
    for (const place of this.search.push(chunk, 1)) if (!this.isLast(place)) throw fileNotLast(this.name);
    this.passed += chunk.length;
    this.left -= chunk.length;
    this.keep(chunk);
    if (this.left === 0) this.checkEnd();
    if (this.left < 0) throw this.unended();
  }

  /** All of the form has passed. */
  get isComplete(): boolean {
    return this.left === 0;
  }

  private isLast(place: number): boolean {
    const behind = this.passed + this.left - place - (this.end.length - LINE_END.length - 4);
    return behind === 2 || behind === 2 + LINE_END.length;
  }

  private keep(chunk: Uint8Array): void {
    const room = this.end.length + LINE_END.length;
    const kept = chunk.length >= room ? new Uint8Array() : this.tail.subarray(-(room - chunk.length));
    const tail = new Uint8Array(kept.length + Math.min(room, chunk.length));
    tail.set(kept);
    tail.set(chunk.subarray(Math.max(0, chunk.length - room)), kept.length);
    this.tail = tail;
  }

  private checkEnd(): void {
    const tail = latin1.decode(this.tail);
    if (!tail.endsWith(this.end) && !tail.endsWith(this.end + LINE_END)) throw this.unended();
  }

  private unended() {
    return refused(undefined, "A form must end with its boundary and two dashes.");
  }
}

/** The refusal of a long form whose file does not come last. */
export const fileNotLast = (name: string) =>
  refused(
    name,
    `In a form of more than 8 MB, the file must be the last part: put all other fields before ${name}.`,
  );
