import { refused } from "../refused.ts";

/** RFC 2046, section 5.1.1, without the characters that only a quoted boundary may have. */
const CONTENT_TYPE = /^multipart\/form-data; ?boundary=("?)([A-Za-z0-9'_+.-]{1,70})\1$/i;
/** @throws DomainError `invalid_request` unless the content type is that of a form with one plain boundary. */
export function boundaryOf(contentType: string): string {
  const boundary = CONTENT_TYPE.exec(contentType)?.[2];
  if (boundary !== undefined) return boundary;
  throw refused(
    "content-type",
    "The content type must be multipart/form-data with a boundary of 1 to 70 letters, digits or -_'+. and no other parameter.",
  );
}

/**
 * Finds a boundary in bytes that arrive in chunks, in time linear in their length (Knuth, Morris and Pratt), however
 * alike bytes and boundary are.
 */
export class BoundarySearch {
  private readonly pattern: readonly number[];
  private readonly retreat: readonly number[];
  private matched = 0;
  private passed = 0;

  constructor(boundary: string) {
    this.pattern = Array.from(boundary, (char) => char.charCodeAt(0));
    this.retreat = retreats(this.pattern);
  }

  /** Places where the boundary begins, counted from the first chunk: at most `max`, and one more when there are more. */
  push(chunk: Uint8Array, max: number): number[] {
    const { pattern, retreat } = this;
    const places: number[] = [];
    for (let at = 0; at < chunk.length && places.length <= max; at += 1) {
      while (this.matched > 0 && chunk[at] !== pattern[this.matched])
        this.matched = retreat[this.matched - 1] ?? 0;
      if (chunk[at] === pattern[this.matched]) this.matched += 1;
      if (this.matched === pattern.length) {
        places.push(this.passed + at + 1 - this.matched);
        this.matched = retreat[this.matched - 1] ?? 0;
      }
      if (this.matched === 0) at = nextByte(chunk, pattern[0] ?? 0, at + 1) - 1;
    }
    this.passed += chunk.length;
    return places;
  }
}

/** Places of the boundary in the bytes: at most `max`, and one more when there are more. */
export const boundariesIn = (bytes: Uint8Array, boundary: string, max: number): number[] =>
  new BoundarySearch(boundary).push(bytes, max);

const nextByte = (bytes: Uint8Array, byte: number, from: number) => {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
};

/** For each prefix of the pattern, the length of the longest shorter prefix that it ends with. */
function retreats(pattern: readonly number[]): number[] {
  const lengths = [0];
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    while (length > 0 && pattern[at] !== pattern[length]) length = lengths[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length += 1;
    lengths.push(length);
  }
  return lengths;
}
