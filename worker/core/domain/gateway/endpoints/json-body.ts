import type { Fields } from "../endpoint.ts";
import { withExactNumbers } from "../exact-json.ts";
import { measureJson } from "../json-bounds.ts";
import { refused } from "../refused.ts";
import { isFields } from "./field-checks.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The fields of a JSON body; a byte order mark before it is skipped. Of a name that stands in the body several times,
 * the last value counts; whole numbers beyond 2^53 are kept digit by digit. `JSON.stringify` of the result is what may be forwarded.
 * @throws DomainError `invalid_request` unless the body is UTF-8, a JSON object, within the bounds of `measureJson`, and
 * free of numbers that are not finite.
 */
export function parseJsonBody(bytes: Uint8Array): Fields {
  const decoded = textOf(bytes);
  const { excess, unusualNumbers } = measureJson(decoded);
  if (excess !== null) throw refused(undefined, excess);
  const text = withPlainNames(decoded);
  const value = parsed(text);
  if (!isFields(value)) throw refused(undefined, "The body must be a JSON object.");
  if (!unusualNumbers) return value;
  refuseInfinite(value);
  const exact = withExactNumbers(value, text);
  return isFields(exact) ? exact : value;
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = utf8.decode(bytes);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch {
    throw refused(undefined, "The body must be UTF-8.");
  }
}

const ONE_ESCAPE = /"\\u([\da-f]{4})"/gi;
const NEEDS_ESCAPE = /[\p{Cc}\p{Cs}"\\]/u;

/**
 * The same JSON text, with strings of one escaped character written plainly: V8 reads such a name as a backslash when
 * the name that it saw last in this place was one.
 */
function withPlainNames(text: string): string {
  if (!text.includes('"\\u')) return text;
  return text.replace(ONE_ESCAPE, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return NEEDS_ESCAPE.test(character) ? escaped : `"${character}"`;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseInfinite(value: unknown): void {
  if (typeof value === "number" && !Number.isFinite(value))
    throw refused(undefined, "A number in the body is too large.");
  if (Array.isArray(value)) for (const inner of value) refuseInfinite(inner);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) refuseInfinite(inner);
}
