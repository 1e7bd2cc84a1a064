import { clampUsage } from "./clamped-usage.ts";
import type { Outcome } from "./outcomes.ts";
import {
  atMost,
  type Bill,
  type ChargedLine,
  COUNT_MAX,
  chargedLines,
  costOf,
  INPUT_KINDS,
  type ModelPrice,
  OUTPUT_KINDS,
  type PriceList,
  TOKEN_KINDS,
  type TokenCounts,
  type TokenKind,
} from "./price-list.ts";
import type { Reading, Usage } from "./reading.ts";
import { dearestTier, feeLines, type Priced } from "./request-price.ts";
import { type ChargedUnits, chargedUnits } from "./units.ts";

/** Statuses that are stored for outcomes other than the response's own. */
export const STATUS_OF_OUTCOME: Readonly<Partial<Record<Outcome, number>>> = {
  client_left: 499,
  cut: 502,
  deadline: 504,
  orphaned: 503,
};

/** How reading a response stopped: the connection ended or broke, the client disconnected, or time was up. */
export type ExchangeEnd = "ended" | "broke" | "client_left" | "deadline";

/** What an exchange is charged. */
export interface Charge {
  costMicros: number;
  /** What the cost is computed from; null when nothing was priced. */
  bill: Bill | null;
  /** Cached tokens included. */
  tokensIn: number;
  tokensCached: number;
  tokensOut: number;
  estimated: boolean;
  /** The provider reported more than the request permits; the operator's list or the provider is wrong. */
  aboveHold: boolean;
}

const NO_CHARGE: Charge = {
  costMicros: 0,
  bill: null,
  tokensIn: 0,
  tokensCached: 0,
  tokensOut: 0,
  estimated: false,
  aboveHold: false,
};

/**
 * The one outcome of an exchange that the provider accepted: a response with status 2xx, or none yet when the client
 * left. Counts of 0 are not a usage, and neither are units of a request that is charged by tokens. A response needs no
 * usage if it is free, or if its request decides what is charged.
 * @param priced null for a request that costs nothing.
 */
export function outcomeOf(priced: Priced | null, reading: Reading, end: ExchangeEnd): Outcome {
  const { usage, content, failed, ended } = reading;
  if (failed && !content) return "failed";
  if (end === "client_left" || end === "deadline") return end;
  if (failed || !ended) return content ? "cut" : "failed";
  if (priced === null || priced.free || hasCounts(priced, usage)) return "completed";
  if (priced.facts.units?.known === true && content) return "completed";
  return content ? "no_usage" : "failed";
}

/**
 * The charge of an outcome, never above the hold. The provider's counts decide; a response that was not read to its
 * end is charged for no less than what was written of it until then, hidden output included. Without counts, the charge
 * is estimated.
 * @param hiddenMs how long the model may have written what the client cannot see.
 */
export function chargeOf(priced: Priced, outcome: Outcome, reading: Reading, hiddenMs: number): Charge {
  if (priced.free || outcome === "failed") return NO_CHARGE;
  const { usage } = reading;
  const counted = hasCounts(priced, usage);
  const units = chargedUnits(priced.price, priced.facts.units, counted ? (usage.units ?? null) : null);
  if (!counted && priced.facts.units !== null) return unitCharge(priced, units, outcome);
  if (!counted) return estimatedCharge(priced, reading, hiddenMs);
  const { tokens, tier, lowered } = clampUsage(priced, usage);
  const charged = { tier, units: units.lines, aboveHold: lowered || units.lowered };
  const written = writtenTokens(priced, reading, hiddenMs);
  const isMore = OUTPUT_KINDS.some((kind) => (written[kind] ?? 0) > (tokens[kind] ?? 0));
  if (outcome === "completed" || reading.ended || !isMore)
    return chargeFor(priced, tokens, { ...charged, estimated: units.estimated });
  const raised = OUTPUT_KINDS.map((kind) => [kind, Math.max(written[kind] ?? 0, tokens[kind] ?? 0)]);
  const within = clampUsage(priced, { tokens: { ...tokens, ...Object.fromEntries(raised) }, tier }).tokens;
  return chargeFor(priced, within, { ...charged, estimated: true });
}

/** Units without a report are those of the request, and no tokens are charged beside them. */
function unitCharge(priced: Priced, { lines, estimated }: ChargedUnits, outcome: Outcome): Charge {
  const tier = dearestTier(priced.price, priced.bounds.tiers);
  const flags = { estimated: estimated || outcome !== "completed", aboveHold: false };
  return chargeFor(priced, {}, { tier, units: lines, ...flags });
}

function estimatedCharge(priced: Priced, reading: Reading, hiddenMs: number): Charge {
  const written = { ...priced.likelyInput(), ...writtenTokens(priced, reading, hiddenMs) };
  const { tokens, tier } = clampUsage(priced, { tokens: written, tier: reading.usage?.tier ?? null });
  return chargeFor(priced, tokens, { tier, units: [], estimated: true, aboveHold: false });
}

/** How many tokens a second of audio takes that a model writes (https://platform.openai.com/docs/guides/audio). */
const AUDIO_TOKENS_PER_SECOND = 20;

/** Tokens that a response has beside its text: they mark its parts and its end. A word that was cut off has some more. */
const TURN_TOKENS = 4;

/**
 * Visible and hidden output. Each choice of each prompt is written by itself. An image is written before anything of it
 * can be seen.
 */
function writtenTokens(
  { price, facts, bounds }: Priced,
  { visibleTokens, audioBytes }: Reading,
  hiddenMs: number,
): TokenCounts {
  if (facts.likelyImageTokens > 0) return { image_output: atMost(bounds.output, facts.likelyImageTokens) };
  const perSecond = price.hiddenTokensPerSecond * facts.choices * facts.prompts;
  const hidden = atMost(bounds.output, (Math.max(hiddenMs, 0) / 1000) * perSecond);
  const seconds = facts.audioOutput ? audioBytes / facts.audioBytesPerSecond : 0;
  const audio = atMost(bounds.output, seconds * AUDIO_TOKENS_PER_SECOND);
  const visible = visibleTokens > 0 ? atMost(COUNT_MAX, visibleTokens + TURN_TOKENS) : 0;
  const output = Math.min(visible + hidden, bounds.output);
  return audio > 0 ? { output, audio_output: audio } : { output };
}

function chargeFor(
  { price }: Priced,
  tokens: TokenCounts,
  { tier, units, ...flags }: { tier: string; units: Bill["lines"]; estimated: boolean; aboveHold: boolean },
): Charge {
  const lines = TOKEN_KINDS.map((dimension) => ({ dimension, quantity: tokens[dimension] ?? 0 }));
  const counted = lines.filter(({ quantity }) => quantity > 0);
  const bill: Bill = {
    tier,
    lines: [...counted, ...units, ...feeLines(price)],
    ...(flags.aboveHold && { above_hold: true }),
  };
  return {
    costMicros: costOf(price, bill),
    bill,
    tokensIn: sumOf(tokens, INPUT_KINDS),
    tokensCached: sumOf(tokens, ["cached_input", "cached_audio_input"]),
    tokensOut: sumOf(tokens, OUTPUT_KINDS),
    ...flags,
  };
}

const hasCounts = ({ facts }: Priced, usage: Usage | null): usage is Usage =>
  usage !== null &&
  ((facts.units !== null && (usage.units?.quantity ?? 0) > 0) ||
    TOKEN_KINDS.some((kind) => (usage.tokens[kind] ?? 0) > 0));

const sumOf = (tokens: TokenCounts, kinds: readonly TokenKind[]) =>
  kinds.reduce((sum, kind) => sum + (tokens[kind] ?? 0), 0);

/**
 * The cost of a usage row in micro-dollars, computed again from its price lines and list.
 * @param priceLines JSON of a `Bill`.
 * @throws RangeError when they are not a bill for this model.
 */
export function receiptCost(list: PriceList, model: string, priceLines: string): number {
  return costOf(priceOf(list, model), billOf(priceLines));
}

/**
 * What a usage row was charged for, line by line; the amounts add up to `receiptCost`.
 * @param priceLines JSON of a `Bill`.
 * @throws RangeError when they are not a bill for this model.
 */
export function receiptLines(list: PriceList, model: string, priceLines: string): ChargedLine[] {
  return chargedLines(priceOf(list, model), billOf(priceLines));
}

function priceOf({ models }: PriceList, model: string): ModelPrice {
  const price = models.get(model);
  if (price === undefined) throw new RangeError(`The price list has no model ${model}.`);
  return price;
}

/**
 * @param json of a `Bill`.
 * @throws RangeError or SyntaxError when it is not one.
 */
export function billOf(json: string): Bill {
  const bill: unknown = JSON.parse(json);
  if (!isObject(bill) || typeof bill.tier !== "string" || !Array.isArray(bill.lines))
    throw new RangeError("The price lines are not a bill.");
  return { tier: bill.tier, lines: bill.lines.map(lineOf) };
}

function lineOf(line: unknown): Bill["lines"][number] {
  if (isObject(line) && typeof line.dimension === "string" && isCount(line.quantity))
    return { dimension: line.dimension, quantity: line.quantity };
  throw new RangeError("A price line has no dimension or quantity.");
}

const isObject = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MAX;
