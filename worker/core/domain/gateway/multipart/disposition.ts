import { refused } from "../refused.ts";

const FILENAME_MAX = 255;
const TOKEN = "[A-Za-z0-9!#$&^_.+-]+";
const NAME = `name=(?:"(?<name>[^"\\\\]+)"|(?<bareName>${TOKEN}))`;
const FILENAME = `; ?filename=(?:"(?<filename>(?:[^"\\\\]|\\\\")+)"|(?<bareFilename>${TOKEN}))`;
/** RFC 5987, with or without quotes around it. */
const EXTENDED = `; ?filename\\*=(?<quote>"?)[Uu][Tt][Ff]-8''(?<extended>[A-Za-z0-9!#$&+.^_\`|~%-]+)\\k<quote>`;
const DISPOSITIONS = [
  NAME,
  NAME + FILENAME,
  NAME + EXTENDED,
  NAME + FILENAME + EXTENDED,
  NAME + EXTENDED + FILENAME,
].map((parameters) => new RegExp(`^form-data; ?${parameters}$`));
/** Quotes in a file name, as RFC 7578 or browsers escape them. */
const QUOTE = /\\"|%22/g;
/** Readers disagree about paths, about these percent codes and about a byte order mark. */
const ODD_FILENAME = /[\p{Cc}/\\\uFEFF"]|%0a|%0d|^\.{1,2}$/iu;
/** RFC 2047, which .NET adds for readers that know no other way. */
const ENCODED_WORD = /^=\?utf-8\?b\?([A-Za-z0-9+/]+=*)\?=$/i;

interface Disposition {
  name: string;
  /** Null for a text. */
  filename: string | null;
}

/**
 * Reads the header Content-Disposition of a part. The form is written anew, so that the provider reads one spelling.
 * @throws DomainError `invalid_request` for a spelling that readers may take for different names.
 */
export function readDisposition(header: string): Disposition {
  const found = DISPOSITIONS.map((known) => known.exec(header)?.groups).find(
    (groups) => groups !== undefined,
  );
  const { name, bareName, filename, bareFilename, extended } = found ?? {};
  const named = name ?? bareName;
  if (named === undefined)
    throw headError(
      'Each part needs a header like Content-Disposition: form-data; name="file"; filename="a.mp3".',
    );
  const plain = filename?.replace(QUOTE, "'") ?? bareFilename;
  const full = extended === undefined ? undefined : decodedName(extended);
  if (plain !== undefined && full !== undefined && !areSame(plain, full))
    throw headError("A part has two file names, filename and filename*, which differ.");
  return { name: named, filename: checked(full ?? plain) };
}

function checked(filename: string | undefined): string | null {
  if (filename === undefined) return null;
  if (!ODD_FILENAME.test(filename) && filename.length <= FILENAME_MAX) return filename;
  throw headError(
    `A file name must have at most ${FILENAME_MAX} characters, and no path or control characters.`,
  );
}

function decodedName(extended: string): string {
  try {
    return decodeURIComponent(extended).replaceAll('"', "'");
  } catch {
    throw headError("A file name in filename* must be percent-encoded UTF-8.");
  }
}

/** `filename` is `filename*` itself, its form of RFC 2047, or has `?` or `_` for what isn't ASCII. */
function areSame(plain: string, full: string): boolean {
  if (plain === full) return true;
  const encoded = ENCODED_WORD.exec(plain)?.[1];
  if (encoded !== undefined) return encodedWord(encoded) === full;
  const characters = [...full];
  return (
    [...plain].length === characters.length &&
    [...plain].every((character, at) => {
      const other = characters[at] ?? "";
      return character === other || (other > "\x7f" && (character === "?" || character === "_"));
    })
  );
}

function encodedWord(base64: string): string | null {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

const headError = (message: string) => refused(undefined, message);
