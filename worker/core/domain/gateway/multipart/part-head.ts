import { refused } from "../refused.ts";
import { readDisposition } from "./disposition.ts";

/** What the headers of a part say. */
export interface PartHead {
  name: string;
  /** Null for a text. */
  filename: string | null;
  /** Null without one. */
  type: string | null;
  /** Bytes of its content, which some clients announce; null for others. */
  announced: number | null;
  /** Length in bytes, with the empty line that ends the headers. */
  length: number;
}

/** Longest headers of a part, in bytes. */
export const HEAD_MAX = 1024;
const END = "\r\n\r\n";
const TOKEN = "[A-Za-z0-9!#$&^_.+-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}(; ?${TOKEN}=(${TOKEN}|"[A-Za-z0-9 ,/!#$&^_.+-]*"))*$`);
const LENGTH = /^\d{1,10}$/;
/** Encodings that leave the content as it is. */
const UNENCODED = /^(binary|8bit)$/i;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder("latin1");

/**
 * Reads the headers of the part that begins at `from`, as the common libraries write them.
 * @throws DomainError `invalid_request` for any other spelling.
 */
export function readPartHead(bytes: Uint8Array, from: number): PartHead {
  const room = bytes.subarray(from, from + HEAD_MAX);
  const length = latin1.decode(room).indexOf(END);
  if (length < 0)
    throw headError(`The headers of a part must end with an empty line within ${HEAD_MAX} bytes.`);
  const headers = linesOf(decoded(room.subarray(0, length)));
  const {
    "content-type": type,
    "content-length": announced,
    "content-transfer-encoding": encoding,
  } = headers;
  const { name, filename } = readDisposition(headers["content-disposition"] ?? "");
  if (type !== undefined && !TYPE.test(type)) throw headError("A part has a Content-Type that is not valid.");
  if (encoding !== undefined && !UNENCODED.test(encoding))
    throw headError(
      "Send parts as they are: the Content-Transfer-Encoding of a part may only be binary or 8bit.",
    );
  if (announced !== undefined && !LENGTH.test(announced)) throw wrongLength(name);
  return {
    name,
    filename,
    type: type ?? null,
    announced: announced === undefined ? null : Number(announced),
    length: length + END.length,
  };
}

/** The refusal of a part that is longer or shorter than it says. */
export const wrongLength = (name: string) =>
  refused(name, `The Content-Length of the part ${name} is not the length of its content. Leave it out.`);

const NAMES = ["content-disposition", "content-type", "content-length", "content-transfer-encoding"] as const;
type Headers = Partial<Record<(typeof NAMES)[number], string>>;

function linesOf(head: string): Headers {
  const headers: Headers = {};
  for (const line of head.split("\r\n")) {
    const at = line.indexOf(": ");
    const lower = line.slice(0, Math.max(0, at)).toLowerCase();
    const name = NAMES.find((known) => known === lower);
    if (name === undefined)
      throw headError(
        "Parts may have the headers Content-Disposition, Content-Type, Content-Length and Content-Transfer-Encoding only, each on one line.",
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
