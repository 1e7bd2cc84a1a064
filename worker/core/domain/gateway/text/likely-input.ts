import type { Fields } from "../endpoint.ts";
import { isAbsent, isFields, names } from "../endpoints/field-checks.ts";
import { likelyTokens } from "./token-estimate.ts";

/** Fields that a model reads. */
const PROMPTS = ["messages", "system", "input", "instructions", "prompt", "suffix", "documents"];
/** Fields that a model is shown as JSON, or like it. */
const JSON_PROMPTS = names(
  "tools functions response_format text output_config output_format guided_json structured_outputs",
);

/** What marks off a message, its role included, and the beginning of the response. */
const MESSAGE_TOKENS = 4;
const RESPONSE_TOKENS = 4;

const UNREAD =
  names(`type role id call_id tool_call_id tool_use_id status phase index detail format media_type
  ttl url image_url file_url filename`);
/** Longer than any name or id: a template may show it to the model. */
const UNREAD_MAX = 512;
/** Data of tools, whose names the model reads too. */
const DATA = names("arguments input action actions operation env tools");
const FILES = names("data file_data");
const DATA_URL = /^\s*data:/i;
/** Text that only its provider can read, in base64, with a sixth as many tokens as characters. */
const SEALED = names("signature thought_signature encrypted_content");
const SEALED_LENGTH = 6;
/** Characters to a token of what looked like a file, and was not counted as one. */
const USUAL_LENGTH = 4;

/**
 * How many tokens the text of a request probably has, as its model is shown it: roles and limits are not text, files are
 * counted apart. Not rounded.
 * @param mediaBytes length of the files that are.
 */
export function likelyInputTokens(fields: Fields, mediaBytes: number): number {
  const text = new PromptText();
  for (const name of PROMPTS) text.read(fields[name]);
  if (text.tokens > 0) text.tokens += RESPONSE_TOKENS;
  for (const name of JSON_PROMPTS) text.readJson(fields[name]);
  const query = typeof fields.query === "string" ? likelyTokens(fields.query) : 0;
  const { documents } = fields;
  const queries = Array.isArray(documents) ? documents.length : 1;
  return text.tokens + query * queries + Math.max(0, text.mediaBytes - mediaBytes) / USUAL_LENGTH;
}

/** Characters of a request from which reading all of them would take too long. */
const LENGTH_OF_MANY = 8192;
const SHORT = 512;
const SAMPLED = 16;

class PromptText {
  tokens = 0;
  /** Of texts that were estimated by their characters, and their length. */
  private textTokens = 0;
  private length = 0;
  /** Length of what looks like a file. */
  mediaBytes = 0;

  read(value: unknown): void {
    if (typeof value === "string") this.readString(value);
    else if (typeof value === "number") this.tokens += 1;
    else if (Array.isArray(value)) for (const item of value) this.read(item);
    else if (isFields(value)) this.readObject(value);
  }

  readJson(value: unknown): void {
    if (!isAbsent(value)) this.read(typeof value === "string" ? value : JSON.stringify(value));
  }

  /** Of many texts, the later ones are estimated by samples, or like those before them. */
  private readString(text: string): void {
    const { length } = text;
    const many = this.length > LENGTH_OF_MANY;
    if (many && length < SHORT) this.tokens += (length * this.textTokens) / this.length;
    else {
      const tokens = Math.ceil(likelyTokens(text, many ? length / SAMPLED : undefined));
      this.tokens += tokens;
      this.textTokens += tokens;
      this.length += length;
    }
  }

  private readObject(value: Fields): void {
    if (typeof value.role === "string") this.tokens += MESSAGE_TOKENS;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === "string") this.readText(name, inner, value.type);
      else if (DATA.has(name)) this.readJson(inner);
      else this.read(inner);
    }
  }

  private readText(name: string, text: string, type: unknown): void {
    const sealed = SEALED.has(name) || (name === "data" && type === "redacted_thinking");
    const file = DATA_URL.test(text.slice(0, 64)) || (FILES.has(name) && type !== "text");
    if (sealed) this.tokens += text.length / SEALED_LENGTH;
    else if (file) this.mediaBytes += text.length;
    else if (!UNREAD.has(name) || text.length > UNREAD_MAX) this.read(text);
  }
}
