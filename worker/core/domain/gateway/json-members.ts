import { refused } from "./refused.ts";
import { DEPTH_MAX } from "./request-limits.ts";

/** A member of the outermost object of a JSON text; its value is [from, to) of that text. */
export interface Member {
  name: string;
  from: number;
  to: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
/** Comma, space, tab, line feed, carriage return. */
const ENDS_SCALAR = new Set([0x2c, 0x20, 0x09, 0x0a, 0x0d]);
const BEFORE_NAME = /\s*[{,]\s*(?=")/y;
const BEFORE_VALUE = /\s*:\s*/y;
/** The end of what is not there, or not whole. */
const NONE = -1;

/**
 * The members that are whole in a JSON text, or in the beginning of one, in their order.
 * @throws DomainError `invalid_request` when one stands twice (services differ in which they take) or nests too deep.
 */
export function outermostMembers(text: string): Member[] {
  const found = new Map<string, Member>();
  for (let at = 0; ; ) {
    const member = memberAt(text, at);
    if (member === null) return [...found.values()];
    if (found.has(member.name)) throw refused(member.name, "A field stands twice in the body.");
    found.set(member.name, member);
    at = member.to;
  }
}

/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function memberAt(text: string, at: number): Member | null {
  const open = past(BEFORE_NAME, text, at);
  const close = stringEnd(text, open);
  const from = past(BEFORE_VALUE, text, close);
  const to = valueEnd(text, from);
  const name = to === NONE ? undefined : parsedJson(text.slice(open, close));
  return typeof name === "string" ? { name, from, to } : null;
}

function past(pattern: RegExp, text: string, at: number): number {
  if (at === NONE) return NONE;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : NONE;
}

/** Where the string that opens at `open` ends, past its quote. */
function stringEnd(text: string, open: number): number {
  if (open === NONE) return NONE;
  let quote = text.indexOf('"', open + 1);
  while (quote !== NONE && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === NONE ? NONE : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at !== NONE && at < text.length; ) {
    const code = text.charCodeAt(at);
    if (depth === 0 && at > from && endsHere(text, at, code)) return at;
    if (OPENING.has(code)) depth++;
    if (CLOSING.has(code)) depth--;
    if (depth >= DEPTH_MAX) throw refused(undefined, `The body nests deeper than ${DEPTH_MAX} levels.`);
    at = code === QUOTE ? stringEnd(text, at) : at + 1;
  }
  return NONE;
}

/** A string, list or object ends past its last character; a number or word before what cannot be part of it. */
function endsHere(text: string, at: number, code: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before === QUOTE || CLOSING.has(before) || CLOSING.has(code) || ENDS_SCALAR.has(code);
}
