import { refused } from "./refused.ts";
import { BATCH_MAX, CHOICES_MAX, MODEL_NAME_MAX } from "./request-limits.ts";
import { TOKENS_MAX } from "./token-usage.ts";

/** The outermost fields of a request's body. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

/** What admission must know of a request. */
export interface RequestFacts {
  model: string;
  stream: boolean;
  /** Of one answer; null when the request sets no limit. */
  maxOutputTokens: number | null;
  /** Answers that it asks for, over all its prompts. */
  choices: number;
  /** Size of the body; Infinity when what it brings may count more tokens than that has bytes. */
  inputBytes: number;
}

/** The newest name first; some services take two of them, so the largest counts. */
const OUTPUT_LIMITS = ["max_completion_tokens", "max_tokens", "max_output_tokens"];
/** Fields that bring in what lies elsewhere, or pictures and documents, which count more tokens than bytes. */
const OUTSIDE_INPUT = new Set([
  "image_url",
  "file",
  "file_id",
  "file_url",
  "file_data",
  "previous_response_id",
  "conversation",
  "web_search_options",
]);
/** Tools that the client runs itself; the answers of all others are input that the service adds. */
const CLIENT_TOOLS = new Set(["function", "custom"]);

/** @throws DomainError `invalid_request` naming the field that cannot be right. */
export function modelOf({ model }: Fields): string {
  if (model === undefined || model === null) throw refused("model", "Name a model in the field model.");
  if (typeof model === "string" && model !== "" && model.length <= MODEL_NAME_MAX) return model;
  throw refused("model", `The model must be a text of 1 to ${MODEL_NAME_MAX} characters.`);
}

/** @throws DomainError `invalid_request` naming the field that cannot be right. */
export function streamOf({ stream }: Fields): boolean {
  if (typeof stream === "boolean") return stream;
  if (stream === undefined || stream === null) return false;
  throw refused("stream", "The field stream must be true or false.");
}

/** @throws DomainError `invalid_request` naming the field that cannot be right. */
export function outputLimitOf(fields: Fields): number | null {
  const limits = OUTPUT_LIMITS.map((name) => wholeNumber(fields, name, 0, TOKENS_MAX));
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** @throws DomainError `invalid_request` naming the field that cannot be right. */
export function choicesOf(fields: Fields): number {
  const asked = ["n", "best_of"].map((name) => wholeNumber(fields, name, 1, CHOICES_MAX) ?? 1);
  return Math.max(...asked) * Math.max(batchOf(fields, "prompt"), batchOf(fields, "input"));
}

/** The tokens' bound in bytes, see `RequestFacts`. */
export function inputBytesOf(fields: Fields, length: number): number {
  const { tools } = fields;
  const hosted = Array.isArray(tools) && tools.some((tool) => !CLIENT_TOOLS.has(tool?.type));
  const stored = typeof fields.prompt === "object" && !Array.isArray(fields.prompt) && fields.prompt !== null;
  return hosted || stored || bringsMore(fields) ? Number.POSITIVE_INFINITY : length;
}

function wholeNumber(fields: Fields, name: string, min: number, max: number): number | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  const number = Number.isSafeInteger(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw refused(name, `The field ${name} must be a whole number from ${min} to ${max}.`);
}

/** A list of texts, or of lists of tokens, is that many prompts; a list of messages or of tokens is one. */
function batchOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (!Array.isArray(value)) return 1;
  const size = value.filter((item) => typeof item === "string" || Array.isArray(item)).length;
  if (size <= BATCH_MAX) return Math.max(1, size);
  throw refused(name, `The field ${name} may list at most ${BATCH_MAX} texts.`);
}

/** Nesting is bounded before. */
function bringsMore(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(bringsMore);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => inner !== null && (OUTSIDE_INPUT.has(name) || bringsMore(inner)),
  );
}
