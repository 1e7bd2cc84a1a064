import { isAbsent, isPlain, refuseReferences, storedObject } from "./plain-input.ts";
import { refused, unsupported } from "./refused.ts";
import { BATCH_MAX, CHOICES_MAX, MODEL_NAME_MAX } from "./request-limits.ts";
import { TOKENS_MAX } from "./token-usage.ts";

/** The outermost fields of a request's body. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

/** What admission must know of a request. */
export interface RequestFacts {
  model: string;
  stream: boolean;
  /** Per choice; null when the request sets no limit that bounds everything the model writes. */
  maxOutputTokens: number | null;
  /** Choices over all prompts. */
  choices: number;
  /** Size of the forwarded body, bytes. */
  inputBytes: number;
  /** The input may count more tokens than it has bytes. */
  wholeContext: boolean;
}

/** The newest name first; some services take two of them, so the largest counts. */
const OUTPUT_LIMITS = ["max_completion_tokens", "max_tokens", "max_output_tokens"];
/** Tools that the client runs itself; all others are run, and charged, by the provider. */
const CLIENT_TOOLS = new Set<unknown>(["function", "custom"]);
const TIERS = new Set<unknown>(["auto", "default"]);
const STREAM_OPTIONS = new Set(["include_usage", "include_obfuscation"]);
const STORED_OBJECTS = new Set(["previous_response_id", "conversation", "prompt"]);

/**
 * The fields to forward: those the endpoint knows. Drops unknown fields whose value means "not set".
 * @throws DomainError `unsupported_parameter` naming the field that is not offered.
 */
export function supportedFields(known: ReadonlySet<string>, fields: Fields): Fields {
  const kept = Object.entries(fields).filter(([name, value]) => {
    if (known.has(name)) return true;
    if (isAbsent(value)) return false;
    throw STORED_OBJECTS.has(name) ? storedObject(name) : unsupported(name);
  });
  if (isFields(fields.prompt)) throw storedObject("prompt");
  refuseHosted(fields);
  refuseReferences(fields.input);
  if (!isAbsent(fields.service_tier) && !TIERS.has(fields.service_tier))
    throw unsupported("service_tier", "The field service_tier must be auto or default.");
  return Object.fromEntries(kept);
}

/** @throws DomainError `unsupported_parameter` for a tool that the provider runs. */
function refuseHosted({ tools }: Fields): void {
  if (isAbsent(tools)) return;
  if (!Array.isArray(tools)) throw refused("tools", "The field tools must be a list.");
  for (const tool of tools)
    if (!CLIENT_TOOLS.has(tool?.type)) {
      const kind = typeof tool?.type === "string" ? tool.type.slice(0, 40) : "without a type";
      throw unsupported("tools", `Tools must be of type function or custom: ${kind} is not supported.`);
    }
}

/** @throws DomainError `invalid_request` naming the field that cannot be right. */
export function factsOf(fields: Fields, inputBytes: number): RequestFacts {
  const { messages, input, prompt } = fields;
  return {
    model: modelOf(fields),
    stream: streamOf(fields),
    maxOutputTokens: outputLimitOf(fields),
    choices: choicesOf(fields),
    inputBytes,
    wholeContext: !isPlain([messages, input, prompt]) || !isAbsent(fields.thinking),
  };
}

/** @throws DomainError `invalid_request` naming the field that cannot be right. */
export function streamOptionsOf({ stream_options: options }: Fields): Fields {
  if (options === undefined || options === null) return {};
  if (!isFields(options)) throw refused("stream_options", "The field stream_options must be an object.");
  for (const name of Object.keys(options))
    if (!STREAM_OPTIONS.has(name)) throw unsupported(`stream_options.${name}`);
  const { include_usage } = options;
  if (typeof (include_usage ?? false) === "boolean") return options;
  throw refused("stream_options.include_usage", "The field include_usage must be true or false.");
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function modelOf({ model }: Fields): string {
  if (model === undefined || model === null) throw refused("model", "Name a model in the field model.");
  if (typeof model === "string" && model !== "" && model.length <= MODEL_NAME_MAX) return model;
  throw refused("model", `The model must be a text of 1 to ${MODEL_NAME_MAX} characters.`);
}

function streamOf({ stream }: Fields): boolean {
  if (typeof stream === "boolean") return stream;
  if (stream === undefined || stream === null) return false;
  throw refused("stream", "The field stream must be true or false.");
}

/** A limit on the response need not count the model's reasoning tokens. */
function outputLimitOf(fields: Fields): number | null {
  const limits = OUTPUT_LIMITS.map((name) => wholeNumber(fields, name, 0, TOKENS_MAX));
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 || !isAbsent(fields.thinking) ? null : Math.max(...known);
}

function choicesOf(fields: Fields): number {
  const requested = ["n", "best_of"].map((name) => wholeNumber(fields, name, 1, CHOICES_MAX) ?? 1);
  return Math.max(...requested) * Math.max(batchOf(fields, "prompt"), batchOf(fields, "input"));
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
