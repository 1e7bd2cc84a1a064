import type { Fields } from "../endpoint.ts";
import { unsupported } from "../refused.ts";
import { EXACT_NAMES, foldedName, isAbsent, isFields, misspelt } from "./field-checks.ts";
import { STORED } from "./known-fields.ts";

/** Counted in messages and other content. Text takes no more tokens than it has bytes. */
export interface ContentFacts {
  images: number;
  audioSeconds: number;
  /** Length of its images, recordings and documents in base64. */
  mediaBytes: number;
  likelySeconds: number;
  likelyPages: number;
  /** Tools that the client has found, and offers from then on. */
  tools: number;
  /** Something may take more tokens than it has bytes. */
  wholeContext: boolean;
}

const NO_CONTENT: ContentFacts = {
  images: 0,
  audioSeconds: 0,
  mediaBytes: 0,
  likelySeconds: 0,
  likelyPages: 0,
  tools: 0,
  wholeContext: false,
};

/** @returns names of the part's fields that the reader has accounted for, `type` excluded. */
type PartReader = (part: Fields, facts: ContentFacts) => readonly string[];

/** The content of an API as its SDK's types describe it. */
export interface ContentRules {
  /** Fields that hold text, or further content. */
  plain: ReadonlySet<string>;
  /** Fields that hold any JSON, of which the model sees at most the text. */
  opaque: ReadonlySet<string>;
  /** Types of objects made of such fields. */
  types: ReadonlySet<string>;
  /** Types that are counted. */
  parts: Readonly<Partial<Record<string, PartReader>>>;
  /** Types that are refused, with the reason. */
  refused: Readonly<Partial<Record<string, string>>>;
}

const STORED_FIELDS = new Set(["file_id", "file_ids", "container_id", "vector_store_ids"]);

/**
 * Counts what the content holds beside text; fields and types that the rules don't name may add tokens.
 * @param field that holds the content, for errors. The caller has bounded the nesting.
 * @throws DomainError `unsupported_parameter` for objects that the provider stores, and for refused types.
 */
export function readContent(rules: ContentRules, field: string, content: unknown): ContentFacts {
  const facts: ContentFacts = { ...NO_CONTENT };
  scan({ rules, field, facts }, content);
  return facts;
}

/** A page of a document has some 60 KB, in base64 a third more. */
const BASE64_OF_PAGE = 80_000;

/** A document whose pages are not known before the provider has opened it. */
export function countDocument(facts: ContentFacts, base64: unknown): void {
  const bytes = typeof base64 === "string" ? base64.length : 0;
  facts.wholeContext = true;
  facts.mediaBytes += bytes;
  facts.likelyPages += Math.max(1, Math.round(bytes / BASE64_OF_PAGE));
}

const MEDIA_TYPE = /image|audio|video|file|document|media/i;

interface Scan {
  rules: ContentRules;
  field: string;
  facts: ContentFacts;
}

function scan(at: Scan, value: unknown): void {
  if (Array.isArray(value)) for (const inner of value) scan(at, inner);
  else if (isFields(value)) scanObject(at, value);
}

function scanObject(at: Scan, value: Fields): void {
  const { rules, facts } = at;
  const done = readType(at, value);
  for (const [name, inner] of Object.entries(value)) {
    if (name === "type" || isAbsent(inner)) continue;
    const folded = foldedName(name);
    if (EXACT_NAMES.has(folded) && name !== folded) throw misspelt(name);
    if (STORED_FIELDS.has(folded)) throw unsupported(name, STORED);
    // Definitions of tools name parameters as they like.
    if (done.includes(name) && folded !== "tools") refuseStored(inner);
    else if (rules.opaque.has(name) && looksLikePart(inner)) facts.wholeContext = true;
    if (done.includes(name) || rules.opaque.has(name)) continue;
    if (folded === "tools") throw unsupported(name, toolsInside(at.field));
    if (name === "audio" && isFields(inner) && !isAbsent(inner.id))
      throw unsupported("audio.id", EARLIER_AUDIO);
    if (!rules.plain.has(name)) facts.wholeContext = true;
    scan(at, inner);
  }
}

/** A server may read data of a tool as the part that it looks like. */
function looksLikePart(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(looksLikePart);
  if (!isFields(value)) return false;
  const { type } = value;
  return (typeof type === "string" && MEDIA_TYPE.test(type)) || Object.values(value).some(looksLikePart);
}

/** Looks for stored objects in what a part's reader has accounted for. */
function refuseStored(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (STORED_FIELDS.has(foldedName(name)) && !isAbsent(inner)) throw unsupported(name, STORED);
    refuseStored(inner);
  }
}

function readType({ rules, field, facts }: Scan, value: Fields): readonly string[] {
  const { type } = value;
  if (isAbsent(type)) return [];
  if (typeof type !== "string") {
    facts.wholeContext = true;
    return [];
  }
  if (Object.hasOwn(rules.refused, type))
    throw unsupported(field, `The type ${type} in ${field} is not supported. ${rules.refused[type]}`);
  const reader = Object.hasOwn(rules.parts, type) ? rules.parts[type] : undefined;
  if (reader !== undefined) return reader(value, facts);
  if (!rules.types.has(type)) facts.wholeContext = true;
  return [];
}

const EARLIER_AUDIO = `Send the transcript of earlier audio as text. ${STORED}`;
const toolsInside = (field: string) => `Define tools in the field tools, not in ${field}.`;
