import { DomainError } from "../errors.ts";

/** Longest name of a field that an error repeats; a body may have longer ones. */
const FIELD_SHOWN_MAX = 64;

/** A request that cannot be read, and the field at fault, if it is one. */
export function refused(field: string | undefined, message: string): DomainError {
  const details = field === undefined ? {} : { field: field.slice(0, FIELD_SHOWN_MAX) };
  return new DomainError("invalid_request", message, details);
}

/** A request that can be read but asks for something the gateway doesn't offer. */
export function unsupported(field: string, message?: string): DomainError {
  const shown = field.slice(0, FIELD_SHOWN_MAX);
  const text = message ?? `The field ${shown} is not supported by this endpoint.`;
  return new DomainError("unsupported_parameter", text, { field: shown });
}
