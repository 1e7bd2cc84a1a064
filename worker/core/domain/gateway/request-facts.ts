import { concatBytes } from "./concat-bytes.ts";
import {
  choicesOf,
  type Fields,
  inputBytesOf,
  modelOf,
  outputLimitOf,
  type RequestFacts,
  streamOf,
} from "./fact-fields.ts";
import { type Member, outermostMembers, parsedJson } from "./json-members.ts";
import { multipartFields } from "./multipart-head.ts";
import { refused } from "./refused.ts";

/** A request as it goes on to the AI service. */
interface ReadRequest {
  facts: RequestFacts;
  /** The body as it came, or with `stream_options` changed. */
  body: Uint8Array;
  /** The chunk of token counts was asked for here, not by the client (see `SseUsageFilter`). */
  hideUsageChunk: boolean;
}

const FACT_FIELDS = new Set([
  "model",
  "stream",
  "n",
  "best_of",
  "max_completion_tokens",
  "max_tokens",
  "max_output_tokens",
]);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder();
const encoder = new TextEncoder();

/**
 * What admission must know of a whole JSON body. A stream of chat or completion chunks is made to end with its token
 * counts: every byte of the body outside `stream_options` stays as it was.
 * @throws DomainError `invalid_request` naming the field, for whatever cannot be read in one way only.
 */
export function readRequest(body: Uint8Array): ReadRequest {
  const text = decoded(body);
  const fields = parsedJson(text);
  if (!isFields(fields)) throw refused(undefined, "The body must be a JSON object.");
  const members = outermostMembers(text);
  const facts = {
    model: modelOf(fields),
    stream: streamOf(fields),
    maxOutputTokens: outputLimitOf(fields),
    choices: choicesOf(fields),
    inputBytes: inputBytesOf(fields, body.length),
  };
  const options = streamOptionsOf(fields);
  if (!facts.stream || !hasUsageOption(fields) || options.include_usage === true)
    return { facts, body, hideUsageChunk: false };
  const value = JSON.stringify({ ...options, include_usage: true });
  return { facts, body: withStreamOptions({ body, text }, members, value), hideUsageChunk: true };
}

/**
 * What the first bytes of a body too large to be read whole, or of a form (multipart), say; what is not there, or not
 * whole, is left out. `inputBytes` is always Infinity: the rest is not known.
 * @throws DomainError `invalid_request` naming a field that cannot be right, or that stands there twice.
 */
export function scanForModel(head: Uint8Array): Partial<RequestFacts> {
  const text = lenient.decode(head);
  const fields = text.startsWith("--") ? multipartFields(text, FACT_FIELDS) : jsonFields(text);
  const limit = outputLimitOf(fields);
  return {
    ...(fields.model === undefined ? {} : { model: modelOf(fields) }),
    ...(fields.stream === undefined ? {} : { stream: streamOf(fields) }),
    ...(limit === null ? {} : { maxOutputTokens: limit }),
    choices: choicesOf(fields),
    inputBytes: Number.POSITIVE_INFINITY,
  };
}

function decoded(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw refused(undefined, "The body must be UTF-8.");
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function streamOptionsOf({ stream_options: options }: Fields): Fields {
  if (options === undefined || options === null) return {};
  if (!isFields(options)) throw refused("stream_options", "The field stream_options must be an object.");
  const asked = options.include_usage ?? false;
  if (typeof asked === "boolean") return options;
  throw refused("stream_options.include_usage", "The field include_usage must be true or false.");
}

/** Chat and completions know the option; responses and others send their counts unasked, and refuse it. */
const hasUsageOption = ({ messages, prompt }: Fields) =>
  messages !== undefined || typeof prompt === "string" || Array.isArray(prompt);

/** Bytes are put between bytes, so that no other one changes and a long body is not written anew. */
function withStreamOptions(read: { body: Uint8Array; text: string }, members: Member[], value: string) {
  const inside = read.text.indexOf("{") + 1;
  const member = members.find(({ name }) => name === "stream_options");
  const { from, to } = member ?? { from: inside, to: inside };
  const before = encoder.encode(read.text.slice(0, from));
  const replaced = encoder.encode(read.text.slice(from, to));
  const put = encoder.encode(member === undefined ? `"stream_options":${value},` : value);
  return concatBytes([before, put, read.body.subarray(before.length + replaced.length)]);
}

function jsonFields(text: string): Fields {
  const known = outermostMembers(text).filter(({ name }) => FACT_FIELDS.has(name));
  return Object.fromEntries(known.map(({ name, from, to }) => [name, parsedJson(text.slice(from, to))]));
}
