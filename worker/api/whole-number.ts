import { notFound } from "#core/domain/errors.ts";

/** The number that a path names. @throws DomainError `not_found`. */
export function wholeNumber(text: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw notFound(what);
}
