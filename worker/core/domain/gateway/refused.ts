import { DomainError } from "../errors.ts";

/** Longest name of a field that an error repeats; a body may have longer ones. */
const FIELD_SHOWN_MAX = 64;

/** A request that cannot be read, and the field at fault, if it is one. */
export function refused(field: string | undefined, message: string): DomainError {
  const details = field === undefined ? {} : { field: field.slice(0, FIELD_SHOWN_MAX) };
  return new DomainError("invalid_request", message, details);
}
