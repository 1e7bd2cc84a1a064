import { refused } from "../refused.ts";
import type { PartHead } from "./part-head.ts";

const TEXT_MAX = 65_536;
const TEXT_TYPE = /^text\/plain(?:; ?charset="?(utf-?8|iso-8859-1|us-ascii)"?)?$/i;
const LATIN = "iso-8859-1";
const ASCII = /^\p{ASCII}*$/u;
/** The decoder, like browsers, takes these for letters, which ISO 8859-1 doesn't have. */
const CONTROLS = [0x80, 0x9f] as const;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder("latin1");

/**
 * The text of a part in its charset, or UTF-8. Beyond ASCII, the charset of the form alone says nothing: few readers
 * know it.
 * @param formCharset of the form, in lower case.
 * @throws DomainError `invalid_request` for a text that is too long or not plain.
 */
export function textOf({ name, type }: PartHead, bytes: Uint8Array, formCharset: string | null): string {
  if (bytes.length > TEXT_MAX) throw refused(name, `The part ${name} may have at most ${TEXT_MAX} bytes.`);
  const known = type === null ? [] : TEXT_TYPE.exec(type);
  const own = known?.[1]?.toLowerCase();
  const text = known === null ? null : decoded(bytes, own === LATIN);
  const unclear = own === "us-ascii" || (own === undefined && formCharset !== null && !isUtf8(formCharset));
  if (text !== null && !text.startsWith("\uFEFF") && (!unclear || ASCII.test(text))) return text;
  throw refused(name, `The part ${name} must be plain text in UTF-8.`);
}

const isUtf8 = (charset: string) => charset === "utf-8" || charset === "utf8";

function decoded(bytes: Uint8Array, isLatin: boolean): string | null {
  const [from, to] = CONTROLS;
  if (isLatin) return bytes.some((byte) => byte >= from && byte <= to) ? null : latin1.decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
