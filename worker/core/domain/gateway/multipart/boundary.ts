import { refused } from "../refused.ts";

/** RFC 2046, section 5.1.1, without the characters that only a quoted boundary may have. */
const BOUNDARY = `; ?boundary=(?<quote>"?)(?<boundary>[A-Za-z0-9'_+.-]{1,70})\\k<quote>`;
/** Clients of the JVM add it on either side of the boundary. */
const CHARSET = `; ?charset="?(?<charset>utf-?8|iso-8859-1|us-ascii)"?`;
const CONTENT_TYPES = ["", CHARSET].flatMap((charset) =>
  [BOUNDARY + charset, charset + BOUNDARY].map((rest) => new RegExp(`^multipart/form-data${rest}$`, "i")),
);

export interface FormType {
  boundary: string;
  /** Of all its texts that name no charset themselves. */
  charset: string | null;
}

/** @throws DomainError `invalid_request` unless the content type is that of a form with one plain boundary. */
export function formTypeOf(contentType: string): FormType {
  for (const type of CONTENT_TYPES) {
    const { boundary, charset } = type.exec(contentType)?.groups ?? {};
    if (boundary !== undefined) return { boundary, charset: charset?.toLowerCase() ?? null };
  }
  throw refused(
    "content-type",
    "The content type must be multipart/form-data with a boundary of 1 to 70 letters, digits or -_'+. and no other parameter but charset=utf-8.",
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
