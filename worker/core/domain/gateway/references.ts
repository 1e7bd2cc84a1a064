import { isPublicHost } from "../public-host.ts";
import type { Fields } from "./endpoint.ts";
import { foldedName, isFields, names } from "./endpoints/field-checks.ts";
import { refused } from "./refused.ts";

/** Top-level fields with content, in which files may stand. */
const CONTENT = ["messages", "input", "system"];
/** What is in these is text for the model, or its own: nobody fetches it. */
const OPAQUE = names("arguments input annotations citations logprobs metadata env");
const REFERENCE = /ur[il]s?$/;
/** May be long. */
const DATA = /^[\0-\x20]*data:/i;
/** An address, or one without its scheme; data in base64 may begin with one slash. */
const ADDRESS = /^([a-z][a-z\d+.-]*:|[/\\]{2})/i;
/** What URL parsers leave out (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const LEFT_OUT = /^[\0-\x20]+|[\t\n\r]/g;

/**
 * A provider fetches the files that a request refers to, perhaps from within the operator's network.
 * @param opened beginnings of addresses that the operator permits beside public ones.
 * @throws DomainError `invalid_request` that names the field, for a reference that is neither `data:` nor `https:` with a
 * public host name.
 */
export function checkReferences(fields: Fields, opened: readonly string[]): void {
  for (const name of CONTENT) visit(fields[name], opened);
}

function visit(value: unknown, opened: readonly string[]): void {
  if (Array.isArray(value)) for (const inner of value) visit(inner, opened);
  if (!isFields(value)) return;
  for (const name in value) {
    const inner = value[name];
    if (typeof inner !== "object" && typeof inner !== "string") continue;
    const folded = foldedName(name);
    if (OPAQUE.has(folded)) continue;
    if (typeof inner !== "string") visit(inner, opened);
    else if (REFERENCE.test(folded) && !DATA.test(inner)) check(name, inner.replace(LEFT_OUT, ""), opened);
  }
}

function check(name: string, reference: string, opened: readonly string[]): void {
  if (!ADDRESS.test(reference) || isPublic(reference)) return;
  if (opened.some((beginning) => reference.startsWith(beginning))) return;
  throw refused(
    name,
    `${name} must be a data: URL, or an https: address with a public host name. Send other files as data: URLs.`,
  );
}

/** @returns true for `https:` with a host name that public DNS may have. */
function isPublic(reference: string): boolean {
  if (!URL.canParse(reference)) return false;
  const { protocol, hostname, username, password } = new URL(reference);
  const isPlain = protocol === "https:" && username === "" && password === "";
  return isPlain && isPublicHost(hostname);
}
