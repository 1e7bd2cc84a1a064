import { refused } from "../refused.ts";

/** What the headers of a part say. */
export interface PartHead {
  name: string;
  /** Null for a text. */
  filename: string | null;
  /** Null without one. */
  type: string | null;
  /** Length in bytes, with the empty line that ends the headers. */
  length: number;
}

/** Longest headers of a part, in bytes. */
export const HEAD_MAX = 1024;
const FILENAME_MAX = 255;
const END = "\r\n\r\n";
const DISPOSITION = /^form-data; name="([^"\\]+)"(?:; filename="([^"\\]+)")?$/;
const TOKEN = "[A-Za-z0-9!#$&^_.+-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}(; ?${TOKEN}=(${TOKEN}|"[A-Za-z0-9 ,/!#$&^_.+-]*"))*$`);
/** Readers disagree about paths, about these percent codes and about a byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const ODD_FILENAME = /[\u0000-\u001f\u007f/\uFEFF]|%22|%0a|%0d|^\.{1,2}$/i;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder("latin1");

/**
 * Reads the headers of the part that begins at `from`, in the one spelling that every reader of forms agrees on.
 * @throws DomainError `invalid_request` for any other.
 */
export function readPartHead(bytes: Uint8Array, from: number): PartHead {
  const room = bytes.subarray(from, from + HEAD_MAX);
  const length = latin1.decode(room).indexOf(END);
  if (length < 0)
    throw headError(`The headers of a part must end with an empty line within ${HEAD_MAX} bytes.`);
  const { "content-disposition": disposition, "content-type": type } = linesOf(
    decoded(room.subarray(0, length)),
  );
  const [, name, filename] = DISPOSITION.exec(disposition ?? "") ?? [];
  if (name === undefined)
    throw headError(
      'Each part needs a header like Content-Disposition: form-data; name="file"; filename="a.mp3", quoted like that.',
    );
  if (filename !== undefined && (ODD_FILENAME.test(filename) || filename.length > FILENAME_MAX))
    throw headError(
      `A file name must have at most ${FILENAME_MAX} characters, and no path or control characters.`,
    );
  if (type !== undefined && !TYPE.test(type)) throw headError("A part has a Content-Type that is not valid.");
  return { name, filename: filename ?? null, type: type ?? null, length: length + END.length };
}

type Headers = Partial<Record<"content-disposition" | "content-type", string>>;

function linesOf(head: string): Headers {
  const headers: Headers = {};
  for (const line of head.split("\r\n")) {
    const at = line.indexOf(": ");
    const name = line.slice(0, Math.max(0, at)).toLowerCase();
    if (name !== "content-disposition" && name !== "content-type")
      throw headError(
        "Parts may have the headers Content-Disposition and Content-Type only, each on one line.",
      );
    if (headers[name] !== undefined) throw headError("A part has the same header several times.");
    headers[name] = line.slice(at + 2);
  }
  return headers;
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw headError("The headers of a part must be UTF-8.");
  }
}

const headError = (message: string) => refused(undefined, message);
