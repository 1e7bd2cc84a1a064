import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isGenerated } from "./generated-text.ts";

const FOLDER = "tests/fixtures";

/** Shorter strings without spaces are mostly values that an API documents. */
const SHORT = 8;
/** Names of models up to this length need no entry in the list. */
const SHORT_MODEL = 24;

/** Values that an API documents, and the public names of models. */
const DOCUMENTED = new Set(
  `1024x1024 1536x1024 additionalProperties America/New_York anthropic.claude-opus-4-8 application/pdf assistant bash_code_execution
  chat.completion chat.completion.chunk claude-haiku-4-5-20251001 claude-sonnet-4-5-20250929 code_execution
  code_interpreter_call.outputs completed content_filter decimal_above_max_value developer embedding
  file_search_call.results function_call generating gpt-3.5-turbo-instruct:20230824-v2
  http://json-schema.org/draft-07/schema# image/png in-memory in_progress incomplete insufficient_quota integer_below_min_value
  intfloat/e5-mistral-7b-instruct invalid_api_key invalid_value max_output_tokens max_tokens max_uses_exceeded
  message.output_text.logprobs missing_required_parameter meta-llama/Llama-3.2-1B-Instruct meta/llama-3.1-8b-instruct:fp8
  mistralai/Mixtral-8x7B-Instruct-v0.1 model_not_found moonshotai/kimi-k2-instruct-0905 openai/text-embedding-3-small
  pause_turn processing rate_limit_exceeded reasoning.encrypted_content searching server_error standard_only
  stop_sequence temperature text/plain text_completion text.completion text-embedding-ada-002-v2
  text_editor_code_execution tool_calls tool_search_tool_bm25 tool_search_tool_regex unavailable web_fetch web_search
  web_search_call.action.sources`.split(/\s+/),
);
const NAME_OF_FIELD = /^[a-z][a-z\d_/-]*$/;
const TYPE = /^[a-z][a-z\d_.]*$/;
/** A path of the API. */
const PATH = /^\/v1(?:\/[a-z_]+)+(?:\?beta=true)?$/;
const CLIENT = /^[a-z-]+$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+\d\d:\d\d)$/;

/** @returns each string of a fixture that nobody documents and that doesn't come from the generator, with its place. */
export function findForeignTexts(folder = FOLDER): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "README.md")
    .flatMap(({ parentPath, name }) => foundIn(join(parentPath, name)));
}

function foundIn(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) => foreignIn(line).map((text) => `${file}:${at + 1}: ${text}`));
}

/** @returns the foreign strings of a line: a JSON document, a line of an event stream or plain text. */
export function foreignIn(line: string): string[] {
  const document = documentOf(line);
  return document === undefined ? foreignInText(line) : foreignInValue(document);
}

function foreignInValue(value: unknown, name = ""): string[] {
  if (typeof value === "string") return foreignInString(value, name);
  if (Array.isArray(value)) return value.flatMap((one) => foreignInValue(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(NAME_OF_FIELD.test(key) ? [] : foreignInText(key)),
    ...foreignInValue(inner, key),
  ]);
}

function foreignInString(value: string, name: string): string[] {
  const document = documentOf(value);
  if (document !== undefined) return foreignInValue(document);
  if (name === "sse") return value.split(/\r?\n/).flatMap((line) => foreignIn(line.replace(/^\w*: ?/, "")));
  const isType = name === "type" && TYPE.test(value);
  const isModel = name === "model" && value.length <= SHORT_MODEL && !/\s/.test(value);
  const isPlace = (name === "path" && PATH.test(value)) || (name === "client" && CLIENT.test(value));
  return isType || isModel || isPlace ? [] : foreignInText(value);
}

function foreignInText(text: string): string[] {
  const isShort = text.length <= SHORT && !/\s/.test(text);
  return isShort || DOCUMENTED.has(text) || TIME.test(text) || isGenerated(text) ? [] : [text];
}

/** @returns undefined for texts that aren't a JSON object or list. */
function documentOf(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
