import type { Fields } from "../endpoint.ts";
import { isAbsent, isFields, names } from "../endpoints/field-checks.ts";
import { likelyTokens, type Sample, sampleOf } from "./token-estimate.ts";

/** Fields that a model reads. */
const PROMPTS = ["messages", "system", "input", "instructions", "prompt", "suffix"];
/** Fields that a model is shown as JSON, or like it. */
const JSON_PROMPTS = names(`tools functions response_format text output_config output_format guided_json
  structured_outputs chat_template_kwargs`);

/** Tokens that providers add to each message, and before the response. */
const MESSAGE_TOKENS = 4;
const RESPONSE_TOKENS = 4;

/** Names and ids; a template may show the model longer texts in their place. */
const UNREAD = names(`type role id call_id tool_call_id tool_use_id status phase detail format media_type ttl
  filename`);
const UNREAD_MAX = 64;
/** Fields in which a response describes its own text. Clients send them back with it. */
const ABOUT = names("logprobs annotations index");
/** Data of tools, whose names the model reads too. */
const DATA = names("arguments input action actions operation env tools");
const REFERENCES = names("url image_url file_url");
const ADDRESS = /^\s*https?:/i;
const FILES = names("data file_data");
const DATA_URL = /^\s*data:/i;
/** Text that only its provider can read, in base64, with a sixth as many tokens as characters. */
const SEALED = names("signature thought_signature encrypted_content");
const SEALED_LENGTH = 6;
/** Characters to a token of what looked like a file, and was not counted as one. */
const USUAL_LENGTH = 4;
const DIGITS_OF_TOKEN = 3;
/** So many characters of a request are read, and of the texts behind them a choice, for each doubling of the length. */
const READ_WHOLE = 16_384;
const CHOSEN = 8;
const READ_OF_CHOSEN = 2048;

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
  for (const document of documentsIn(fields)) text.readJson(document);
  const { query, documents } = fields;
  const queries = Array.isArray(documents) ? documents.length : 1;
  const ofQuery = typeof query === "string" ? sampleOf(query) : { text: "", times: 1 };
  const uncounted = Math.max(0, text.mediaBytes - mediaBytes) / USUAL_LENGTH;
  return () => text.estimate() + tokensIn(ofQuery) * queries + uncounted;
}

const documentsIn = ({ documents }: Fields): unknown[] => (Array.isArray(documents) ? documents : []);

const tokensIn = ({ text, times }: Sample) => Math.ceil(likelyTokens(text) * times);

class PromptText {
  /** Length of what looks like a file. */
  mediaBytes = 0;
  private tokens = 0;
  /** Each stands for `weight` texts like it. */
  private readonly samples: (Sample & { length: number; weight: number })[] = [];
  /** Length of all texts together. */
  private length = 0;

  estimate(): number {
    const sum = (of: (sample: PromptText["samples"][number]) => number) =>
      this.samples.reduce((total, sample) => total + of(sample) * sample.weight, 0);
    const length = sum((sample) => sample.length);
    const ofText = length === 0 ? 0 : (sum(tokensIn) * this.length) / length;
    return this.tokens + ofText > 0 ? this.tokens + ofText + RESPONSE_TOKENS : 0;
  }

  read(value: unknown): void {
    if (typeof value === "string") this.readString(value);
    else if (typeof value === "number") this.tokens += tokensOfNumber(value);
    else if (Array.isArray(value)) for (const item of value) this.read(item);
    else if (isFields(value)) this.readObject(value);
  }

  readJson(value: unknown): void {
    if (!isAbsent(value)) this.read(typeof value === "string" ? value : JSON.stringify(value));
  }

  /** Reads the first texts. Of the later ones it chooses some by chance, mostly long ones, so that nobody knows which count. */
  private readString(text: string): void {
    const { length } = text;
    this.length += length;
    const isMore = this.length > READ_WHOLE;
    const chance = isMore ? Math.min(1, (CHOSEN * length) / this.length) : 1;
    if (length === 0 || Math.random() >= chance) return;
    const sample = sampleOf(text, isMore && chance < 1 ? READ_OF_CHOSEN : undefined);
    this.samples.push({ ...sample, length, weight: 1 / chance });
  }

  private readObject(value: Fields): void {
    if (typeof value.role === "string") this.tokens += MESSAGE_TOKENS;
    for (const [name, inner] of Object.entries(value)) {
      if (ABOUT.has(name)) continue;
      if (typeof inner === "string") this.readText(name, inner, value.type);
      else if (DATA.has(name)) this.readJson(inner);
      else this.read(inner);
    }
  }

  private readText(name: string, text: string, type: unknown): void {
    const refers = REFERENCES.has(name);
    const file = (refers && DATA_URL.test(text.slice(0, 64))) || (FILES.has(name) && type !== "text");
    if (SEALED.has(name) || (name === "data" && type === "redacted_thinking"))
      this.tokens += text.length / SEALED_LENGTH;
    else if (file) this.mediaBytes += text.length;
    else if (refers ? !ADDRESS.test(text.slice(0, 64)) : !UNREAD.has(name) || text.length > UNREAD_MAX)
      this.read(text);
  }
}

/** A whole number is a token itself. */
const tokensOfNumber = (value: number) =>
  Number.isInteger(value) ? 1 : Math.ceil(String(value).length / DIGITS_OF_TOKEN);
