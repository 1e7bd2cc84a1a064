import type { Fields } from "../endpoint.ts";
import { isAbsent, isFields, names } from "../endpoints/field-checks.ts";
import { likelyTokens, type Sample, sampleOf } from "./token-estimate.ts";

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

/** Characters of a request from which reading all of them would take too long. */
const LENGTH_OF_MANY = 8192;
const SHORT = 512;
const SAMPLED = 16;

/**
 * Takes from a request what tells how many tokens its text probably has, as its model is shown it: roles and limits are
 * not text, files are counted apart. Of a long request it keeps samples. Hardly any request needs the estimate, so it is
 * made later.
 * @param mediaBytes length of the files that are counted.
 * @returns computes the tokens, not rounded.
 */
export function likelyInputTokens(fields: Fields, mediaBytes: number): () => number {
  const text = new PromptText();
  for (const name of PROMPTS) text.read(fields[name]);
  for (const name of JSON_PROMPTS) text.readJson(fields[name]);
  const { query, documents } = fields;
  if (typeof query === "string") text.readTimes(query, Array.isArray(documents) ? documents.length : 1);
  const uncounted = Math.max(0, text.mediaBytes - mediaBytes) / USUAL_LENGTH;
  return () => text.estimate() + uncounted;
}

class PromptText {
  /** Length of what looks like a file. */
  mediaBytes = 0;
  private tokens = 0;
  private readonly samples: Sample[] = [];
  /** Of the texts with samples. */
  private length = 0;
  /** Of other texts, which are like these. */
  private restLength = 0;

  estimate(): number {
    const ofSamples = this.samples.reduce(
      (sum, { text, times }) => sum + Math.ceil(likelyTokens(text) * times),
      0,
    );
    const ofRest = this.restLength === 0 ? 0 : (ofSamples * this.restLength) / this.length;
    const ofText = this.tokens + ofSamples + ofRest;
    return ofText > 0 ? ofText + RESPONSE_TOKENS : 0;
  }

  read(value: unknown): void {
    if (typeof value === "string") this.readString(value);
    else if (typeof value === "number") this.tokens += 1;
    else if (Array.isArray(value)) for (const item of value) this.read(item);
    else if (isFields(value)) this.readObject(value);
  }

  /** A text that the model is shown several times. */
  readTimes(text: string, times: number): void {
    const sample = sampleOf(text);
    this.length += text.length;
    this.samples.push({ text: sample.text, times: sample.times * times });
  }

  readJson(value: unknown): void {
    if (!isAbsent(value)) this.read(typeof value === "string" ? value : JSON.stringify(value));
  }

  /** Of many texts, the later ones are read in samples, or count like the others. */
  private readString(text: string): void {
    const { length } = text;
    const many = this.length > LENGTH_OF_MANY;
    if (many && length < SHORT) {
      this.restLength += length;
      return;
    }
    this.length += length;
    this.samples.push(sampleOf(text, many ? length / SAMPLED : undefined));
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
