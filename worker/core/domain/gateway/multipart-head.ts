import type { Fields } from "./fact-fields.ts";
import { refused } from "./refused.ts";

/** RFC 2046, section 5.1.1: two hyphens and a boundary of 1 to 70 characters. */
const DELIMITER_MIN = 3;
const DELIMITER_MAX = 72;
const NAME = /^content-disposition:[^\r\n]*;[ \t]*name=(?:"([^"\r\n]*)"|([^\s;"]+))/im;
const FILE_NAME = /^content-disposition:[^\r\n]*;[ \t]*filename\*?=/im;
/** Longest value of a field that is looked at. */
const VALUE_MAX = 1000;

/**
 * The wanted fields of a form (RFC 7578) that are whole in its beginning `text`: words for true and false and digits
 * as what they mean, except in `model`. Files are passed over.
 * @throws DomainError `invalid_request` when a wanted field stands twice.
 */
export function multipartFields(text: string, wanted: ReadonlySet<string>): Fields {
  const fields = new Map<string, unknown>();
  for (const part of wholeParts(text)) {
    const field = fieldOf(part);
    if (field === null || !wanted.has(field.name)) continue;
    if (fields.has(field.name)) throw refused(field.name, "A field stands twice in the body.");
    fields.set(field.name, field.name === "model" ? field.value : meant(field.value));
  }
  return Object.fromEntries(fields);
}

/** What stands between two delimiters; the last piece may go on. None where one is not alone on its line. */
function wholeParts(text: string): string[] {
  const [delimiter = ""] = text.split("\r\n", 1);
  if (delimiter.length < DELIMITER_MIN || delimiter.length > DELIMITER_MAX) return [];
  const parts = `\r\n${text}`.split(`\r\n${delimiter}`).slice(1, -1);
  return parts.every((part) => part.startsWith("\r\n")) ? parts : [];
}

function fieldOf(part: string): { name: string; value: string } | null {
  const end = part.indexOf("\r\n\r\n");
  const headers = part.slice(0, end);
  const [, quoted, bare] = NAME.exec(headers) ?? [];
  const name = quoted ?? bare;
  if (end < 0 || name === undefined || FILE_NAME.test(headers)) return null;
  const value = part.slice(end + "\r\n\r\n".length);
  return value.length <= VALUE_MAX ? { name, value } : null;
}

function meant(value: string): unknown {
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  return /^\d{1,15}$/.test(value) ? Number(value) : value;
}
