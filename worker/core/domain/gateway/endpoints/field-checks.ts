import type { Fields } from "../endpoint.ts";
import { isKeptNumber } from "../exact-json.ts";
import { refused, unsupported } from "../refused.ts";

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isKeptNumber(value);

/** Clients send these values for a field that they don't use. */
export const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);

/** Names separated by spaces. */
export const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const TYPES = {
  text: { is: (value: unknown) => typeof value === "string", rule: "must be a string" },
  boolean: { is: (value: unknown) => typeof value === "boolean", rule: "must be true or false" },
  number: { is: (value: unknown) => typeof value === "number", rule: "must be a number" },
  list: { is: Array.isArray, rule: "must be a list" },
  object: { is: isFields, rule: "must be an object" },
};
export type FieldType = keyof typeof TYPES;

/** @throws DomainError `invalid_request` for a value of another type; null counts as absent. */
export function checkType(name: string, value: unknown, type: FieldType): void {
  if (value === undefined || value === null || TYPES[type].is(value)) return;
  throw refused(name, `The field ${name} ${TYPES[type].rule}.`);
}

/** Null when the field is absent. @throws DomainError `invalid_request` outside the range. */
export function wholeNumber(fields: Fields, name: string, min: number, max: number): number | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  // Adding 0 makes -0 the usual one.
  const number = Number.isSafeInteger(value) ? Number(value) + 0 : Number.NaN;
  if (number >= min && number <= max) return number;
  throw refused(name, `The field ${name} must be a whole number from ${min} to ${max}.`);
}

/** @throws DomainError `invalid_request` when it is neither true, false nor absent. */
export function flag(fields: Fields, name: string): boolean {
  checkType(name, fields[name], "boolean");
  return fields[name] === true;
}

/** The member of an object; undefined for any other value. */
export const memberOf = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** True when an object has no other fields than these. */
export const hasOnly = (value: Fields, known: ReadonlySet<string>) =>
  Object.entries(value).every(([name, inner]) => known.has(name) || isAbsent(inner));

/** A field's name as servers read it that ignore letter case, such as those written in Go (encoding/json). */
export const foldedName = (name: string) => (PLAIN_NAME.test(name) ? name : name.toUpperCase().toLowerCase());

const PLAIN_NAME = /^[a-z0-9_]*$/;

/** They decide who does what: a server that ignores the case of letters would read another value for these. */
export const EXACT_NAMES: ReadonlySet<string> = new Set(["type", "execution"]);

/** A server that ignores letter case could read the field in place of the one that was checked. */
export const misspelt = (name: string) =>
  unsupported(name, `Field names are lowercase: use ${foldedName(name).slice(0, 64)}.`);
