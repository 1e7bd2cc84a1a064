import type { RequestFacts } from "./endpoint.ts";
import {
  atMost,
  type Bill,
  COUNT_MAX,
  costOf,
  INPUT_KINDS,
  type ModelPrice,
  multiplierOf,
  OUTPUT_KINDS,
  rateOf,
  ratesAt,
  type TokenCounts,
  type TokenKind,
} from "./price-list.ts";
import { refused } from "./refused.ts";
import { dearestLine } from "./units.ts";

/** The most that a request can be charged for. */
export interface Bounds {
  /** Tokens of all kinds together. */
  input: number;
  output: number;
  /** Of each kind that the request permits; tokens of another kind count as `input` or `output`. */
  kinds: TokenCounts;
  /** Service tiers that the response may report. */
  tiers: readonly string[];
}

/** A request's price, and the bounds of its cost. */
export interface Priced {
  listId: number;
  price: ModelPrice;
  facts: RequestFacts;
  /** Holds and costs nothing. */
  free: boolean;
  bounds: Bounds;
  /** Estimated from the text, and from the images, recordings and pages. */
  likelyInput: () => TokenCounts;
  holdMicros: number;
}

export interface RequestToPrice {
  price: ModelPrice;
  listId: number;
  facts: RequestFacts;
  /** Of the body as it is forwarded. */
  bodyBytes: number;
  /** Tokens that its text probably has, as `likelyInputTokens` estimates them. */
  textTokens: () => number;
  free: boolean;
}

/** Names of the default tier in requests and responses; no list has them. */
export const DEFAULT_TIERS: readonly string[] = ["default", "auto", "standard", "standard_only"];

/** The tier's name in price lists. */
export const tierName = (tier: string | null): string =>
  tier === null || DEFAULT_TIERS.includes(tier) ? "default" : tier;

/**
 * The bounds of what a request can be charged for, and the cost of the dearest response within them.
 * @throws DomainError `invalid_request` for a service tier that the model does not have.
 */
export function priceRequest(request: RequestToPrice): Priced {
  const { price, listId, facts, bodyBytes, free } = request;
  const bounds = boundsOf(price, facts, free ? null : bodyBytes);
  const likelyInput = free ? () => ({}) : () => likelyInputOf(request);
  const holdMicros = free ? 0 : holdOf(price, bounds, unitLines(price, facts));
  return { listId, price, facts, free, bounds, likelyInput, holdMicros };
}

function boundsOf(price: ModelPrice, facts: RequestFacts, bodyBytes: number | null): Bounds {
  const tiers = permittedTiers(price, facts.tier);
  if (bodyBytes === null) return { input: 0, output: 0, kinds: {}, tiers };
  const input = inputBound(price, facts, bodyBytes);
  const output = outputBound(price, facts);
  return { input, output, kinds: permittedKinds(price, facts, { input, output }), tiers };
}

/**
 * A token of text has at least one byte. Prompts are counted once, whatever the number of choices: that is how OpenAI,
 * Anthropic, vLLM and SGLang report them.
 */
function inputBound(price: ModelPrice, facts: RequestFacts, bodyBytes: number): number {
  const { prompts, tools, wholeContext } = facts;
  const context = atMost(COUNT_MAX, price.contextTokens * prompts);
  if (wholeContext) return context;
  const overhead = price.overheadTokens * prompts + price.toolOverheadTokens * tools;
  const media = imageTokens(price, facts) + audioTokens(price, facts);
  return atMost(context, textBytes(facts, bodyBytes) + facts.repeatedBytes + overhead + media);
}

/** Media have tokens of their own, however long they are in base64. */
const textBytes = ({ mediaBytes }: RequestFacts, bodyBytes: number) => Math.max(0, bodyBytes - mediaBytes);

/** Of media without a listed figure, what models usually take. */
const USUAL_TOKENS = { image: 1_000, page: 1_500, second: 10 };

function likelyInputOf({ price, facts, textTokens }: RequestToPrice): TokenCounts {
  const { images, likelyPages, likelySeconds } = facts;
  const pages = likelyPages * (price.pageTokens ?? USUAL_TOKENS.page);
  const image = atMost(COUNT_MAX, images * (price.imageTokens ?? USUAL_TOKENS.image) + pages);
  const audio = atMost(COUNT_MAX, likelySeconds * (price.audioSecondTokens ?? USUAL_TOKENS.second));
  return {
    input: Math.max(1, atMost(COUNT_MAX, textTokens())),
    ...(image > 0 && { image_input: image }),
    ...(audio > 0 && { audio_input: audio }),
  };
}

function outputBound({ maxOutputTokens }: ModelPrice, facts: RequestFacts): number {
  const perChoice = Math.min(facts.maxOutputTokens ?? maxOutputTokens, maxOutputTokens);
  return atMost(COUNT_MAX, perChoice * facts.choices * facts.prompts + facts.extraOutputTokens);
}

const imageTokens = (price: ModelPrice, { images, pages }: RequestFacts) =>
  tokensOfUnits(images, price.imageTokens) + tokensOfUnits(pages, price.pageTokens);

const audioTokens = (price: ModelPrice, { audioSeconds }: RequestFacts) =>
  tokensOfUnits(Math.ceil(audioSeconds), price.audioSecondTokens);

/** Units without a listed figure may fill the whole context. */
const tokensOfUnits = (units: number, tokensOfOne: number | null) =>
  units > 0 ? units * (tokensOfOne ?? Number.POSITIVE_INFINITY) : 0;

/** What is not understood may be a recording or an image. */
function permittedKinds(
  price: ModelPrice,
  facts: RequestFacts,
  { input, output }: Pick<Bounds, "input" | "output">,
): TokenCounts {
  const { wholeContext, cacheWrites, audioOutput, imageOutput } = facts;
  const image = wholeContext ? input : atMost(input, imageTokens(price, facts));
  const audio = wholeContext ? input : atMost(input, audioTokens(price, facts));
  return {
    input,
    cached_input: input,
    output,
    ...(cacheWrites.includes("5m") && { cache_write_5m: input }),
    ...(cacheWrites.includes("1h") && { cache_write_1h: input }),
    ...(image > 0 && { image_input: image }),
    ...(audio > 0 && { audio_input: audio, cached_audio_input: audio }),
    ...(audioOutput && { audio_output: output }),
    ...(imageOutput && { image_output: output }),
  };
}

/** A provider may serve a request in the default tier, or in any that is not dearer than what was requested. */
function permittedTiers(price: ModelPrice, requested: string | null): string[] {
  const tier = tierName(requested);
  const multiplier = multiplierOf(price, tier);
  if (multiplier === null)
    throw refused("service_tier", `The service tier ${JSON.stringify(tier.slice(0, 64))} is not available.`);
  const most = Math.max(multiplier, multiplierOf(price, "default") ?? 0);
  const listed = Object.keys(price.tiers);
  return ["default", ...listed.filter((name) => (multiplierOf(price, name) ?? 0) <= most)];
}

/** The dearest tier of those that a response may report. */
export const dearestTier = (price: ModelPrice, tiers: readonly string[]): string =>
  tiers.reduce((a, b) => ((multiplierOf(price, b) ?? 0) > (multiplierOf(price, a) ?? 0) ? b : a));

/** Prices need not rise with the prompt's length, so each reachable step is tried with its longest prompt. */
function holdOf(price: ModelPrice, bounds: Bounds, units: Bill["lines"]): number {
  const tier = dearestTier(price, bounds.tiers);
  const reachable = price.steps.map(({ above }) => above).filter((above) => above < bounds.input);
  const costs = [...reachable, bounds.input].map((input) => {
    const rates = ratesAt(price, input);
    const dearest = (kinds: readonly TokenKind[], most: number) => {
      const permitted = kinds.filter((kind) => (bounds.kinds[kind] ?? 0) > 0);
      const dearestFirst = permitted.sort((a, b) => rateOf(rates, b) - rateOf(rates, a));
      return fill(dearestFirst, bounds.kinds, most);
    };
    const lines = [...dearest(INPUT_KINDS, input), ...dearest(OUTPUT_KINDS, bounds.output)];
    return costOf(price, { tier, lines: [...lines, ...units, ...feeLines(price)] });
  });
  return Math.max(...costs);
}

/** As many tokens of each kind as it may have, in this order, until all of them are `most`. */
function fill(kinds: readonly TokenKind[], mostOf: TokenCounts, most: number) {
  const lines: Bill["lines"][number][] = [];
  let room = most;
  for (const dimension of kinds) {
    const quantity = Math.min(mostOf[dimension] ?? 0, room);
    room -= quantity;
    if (quantity > 0) lines.push({ dimension, quantity });
  }
  return lines;
}

function unitLines(price: ModelPrice, { units }: RequestFacts): Bill["lines"] {
  const line = units === null ? null : dearestLine(price, units);
  return line === null ? [] : [line];
}

/** The fee of a request, in a bill. */
export const feeLines = ({ fees }: ModelPrice) =>
  (fees.request ?? 0) > 0 ? [{ dimension: "request", quantity: 1 }] : [];
