import type { Fields, ReadOptions, RequestFacts } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { refused, unsupported } from "../refused.ts";
import { BATCH_MAX, CHOICES_MAX, MODEL_NAME_MAX } from "../request-limits.ts";
import { BY_TOKENS, type ChargedBy } from "../units.ts";
import { checkType, flag, isAbsent, isFields, wholeNumber } from "./field-checks.ts";
import { STORED } from "./known-fields.ts";
import { TOKENS_MAX } from "./token-counts.ts";

/** 24,000 samples a second of 16 bits, which models with audio write. */
export const PCM_BYTES_PER_SECOND = 48_000;

/** Facts of a request that asks for one response to one prompt of text. */
export const PLAIN_FACTS: RequestFacts = {
  stream: false,
  prompts: 1,
  choices: 1,
  tools: 0,
  images: 0,
  pages: 0,
  audioSeconds: 0,
  mediaBytes: 0,
  likelySeconds: 0,
  likelyPages: 0,
  wholeContext: false,
  maxOutputTokens: null,
  extraOutputTokens: 0,
  audioOutput: false,
  audioBytesPerSecond: PCM_BYTES_PER_SECOND,
  tier: null,
  cacheWrites: [],
  repeatedBytes: 0,
  imageOutput: false,
  likelyImageTokens: 0,
  units: null,
};

/**
 * @throws DomainError `invalid_request` without the name of a model, or for one that the endpoint cannot charge for;
 * `model_not_found`.
 */
export function modelOf({ model }: Fields, options: ReadOptions, charged: ChargedBy = BY_TOKENS): ModelPrice {
  if (isAbsent(model)) throw refused("model", "Name a model in the field model.");
  if (typeof model === "string" && model !== "" && model.length <= MODEL_NAME_MAX)
    return options.modelOf(model, charged);
  throw refused("model", `The field model must be a string of 1 to ${MODEL_NAME_MAX} characters.`);
}

/** @throws DomainError `invalid_request` unless the field is a list of objects, with at least one. */
export function requireObjects(fields: Fields, name: string): void {
  checkType(name, fields[name], "list");
  if (isAbsent(fields[name])) throw refused(name, `The field ${name} must be a list with at least one item.`);
  checkObjects(name, fields[name]);
}

/** @throws DomainError `invalid_request` for a list with an item that is no object; anything else passes. */
export function checkObjects(name: string, value: unknown): void {
  if (Array.isArray(value) && !value.every(isFields))
    throw refused(name, `Each item of the field ${name} must be an object.`);
}

/**
 * The largest of the limits that the request sets, because some servers take two of them; null without one. A limit of
 * 0 is none, as servers such as Ollama read it.
 */
export function outputLimit(fields: Fields, limits: readonly string[]): number | null {
  const set = limits
    .map((name) => wholeNumber(fields, name, 0, TOKENS_MAX))
    .filter((limit) => limit !== null);
  return set.length === 0 || set.includes(0) ? null : Math.max(...set);
}

/** Responses to each prompt. */
export const choicesOf = (fields: Fields): number =>
  Math.max(...["n", "best_of"].map((name) => wholeNumber(fields, name, 1, CHOICES_MAX) ?? 1));

/**
 * Prompts in a field: a text or a list of tokens is one, a list of these as many as it has.
 * @throws DomainError `invalid_request` for anything else.
 */
export function promptsIn(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "string") return 1;
  if (!Array.isArray(value) || value.length === 0) throw refused(name, promptRule(name));
  if (isTokens(value)) return 1;
  if (value.length > BATCH_MAX) throw refused(name, `The field ${name} may list at most ${BATCH_MAX} texts.`);
  if (value.every((item) => typeof item === "string" || isTokens(item))) return value.length;
  throw refused(name, promptRule(name));
}

const promptRule = (name: string) =>
  `The field ${name} must be a string, a list of strings, or one or several lists of token numbers.`;

const isTokens = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((token) => Number.isSafeInteger(token) && token >= 0);

/** Names of the default tier. */
const DEFAULT_TIERS = new Set(["auto", "default", "standard", "standard_only"]);

/**
 * The tier as the price list names it; null for the default one.
 * @throws DomainError `unsupported_parameter` for a tier without a price.
 */
export function tierOf(fields: Fields, name: "service_tier" | "speed", model: ModelPrice): string | null {
  const value = fields[name];
  checkType(name, value, "text");
  if (typeof value !== "string" || DEFAULT_TIERS.has(value)) return null;
  const tier = name === "service_tier" && value === "fast" ? "priority" : value;
  if (Object.hasOwn(model.tiers, tier)) return tier;
  const offered = Object.keys(model.tiers);
  const choice = offered.length === 0 ? "the default tier only" : `auto, default, ${offered.join(", ")}`;
  throw unsupported(name, `The field ${name} has a value without a price; this model offers ${choice}.`);
}

/** Whether the response is streamed, and the stream's options without unknown ones. */
export function streamOf(
  fields: Fields,
  optionNames: ReadonlySet<string>,
): { stream: boolean; options: Fields } {
  const stream = flag(fields, "stream");
  checkType("stream_options", fields.stream_options, "object");
  const options = isFields(fields.stream_options) ? fields.stream_options : {};
  for (const [name, value] of Object.entries(options)) {
    if (!optionNames.has(name) && !isAbsent(value)) throw unsupported(`stream_options.${name}`);
    checkType(`stream_options.${name}`, value, "boolean");
  }
  return { stream, options };
}

const encoder = new TextEncoder();
/** Bytes of a value as it is forwarded. */
export const forwardedBytes = (value: unknown): number =>
  isAbsent(value) ? 0 : encoder.encode(JSON.stringify(value)).length;

/**
 * Lifetimes that `cache_control` permits anywhere in the request, in ascending order. Some providers count what they
 * write for an hour without its lifetime, as if it were for 5 minutes.
 */
export function cacheLifetimes(fields: Fields): ("5m" | "1h")[] {
  const found = new Set<"5m" | "1h">();
  findLifetimes(fields, found);
  if (found.has("1h")) return ["5m", "1h"];
  return found.has("5m") ? ["5m"] : [];
}

/** @throws DomainError `unsupported_parameter` for a comparison with a response that may be another account's. */
export function checkCacheOptions({ prompt_cache_options: options }: Fields): void {
  if (isFields(options) && !isAbsent(options.comparison_response_id))
    throw unsupported("prompt_cache_options.comparison_response_id", STORED);
}

const SHORT_LIFETIMES = new Set<unknown>([undefined, null, "5m", "30m"]);

function findLifetimes(value: unknown, found: Set<"5m" | "1h">): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const inner of value) findLifetimes(inner, found);
    return;
  }
  if (!isFields(value)) return;
  for (const name in value) {
    const inner = value[name];
    const marked = name === "cache_control" || name.startsWith("prompt_cache_");
    if (marked && isFields(inner)) found.add(SHORT_LIFETIMES.has(inner.ttl) ? "5m" : "1h");
    findLifetimes(inner, found);
  }
}
