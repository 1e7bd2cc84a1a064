import { unsupported } from "./refused.ts";

/** Counts as not set: values that clients send for a field they don't use. */
export const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);

/** Fields of a message, or of a part of one, that are text and take no more tokens than they have bytes. */
const PLAIN_FIELDS = new Set([
  ...["type", "role", "name", "id", "status", "content", "text", "refusal"],
  ...["tool_calls", "tool_call_id", "function", "function_call", "custom", "arguments"],
  ...["call_id", "input", "output"],
]);
const PLAIN_TYPES = new Set<unknown>([
  ...["message", "text", "input_text", "output_text", "refusal", "function", "custom"],
  ...["function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"],
]);

const STORED =
  "Objects that the provider stores would be shared between accounts: send the whole input with each request, and set store to false.";

/**
 * True when messages or items hold nothing but text, so that their size bounds their tokens. Anything unknown may add
 * more. The caller has bounded the nesting.
 * @throws DomainError `unsupported_parameter` for a file that is stored at the provider.
 */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).filter(([name, inner]) => !isPlainField(name, inner)).length === 0;
}

function isPlainField(name: string, value: unknown): boolean {
  if (isAbsent(value)) return true;
  if (name === "file_id") throw unsupported(name, STORED);
  const plain = isPlain(value);
  return plain && PLAIN_FIELDS.has(name) && (name !== "type" || PLAIN_TYPES.has(value));
}

/** @throws DomainError `unsupported_parameter` for an item of `input` that only refers to one at the provider. */
export function refuseReferences(input: unknown): void {
  if (Array.isArray(input) && input.some(isReference)) throw unsupported("input", STORED);
}

/** An item without a type and a role is a reference; a reasoning item is one unless it brings its content. */
function isReference(item: unknown): boolean {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  const { type, role, encrypted_content }: Partial<Record<string, unknown>> = { ...item };
  if (isAbsent(type)) return isAbsent(role);
  return type === "item_reference" || (type === "reasoning" && isAbsent(encrypted_content));
}

export const storedObject = (field: string) => unsupported(field, STORED);
