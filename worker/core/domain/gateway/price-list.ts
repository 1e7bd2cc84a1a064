/** Kinds of tokens that can have a rate of their own. */
export const TOKEN_KINDS = [
  "input",
  "cached_input",
  "cache_write_5m",
  "cache_write_1h",
  "audio_input",
  "cached_audio_input",
  "image_input",
  "output",
  "audio_output",
  "image_output",
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
export const OUTPUT_KINDS = ["output", "audio_output", "image_output"] as const satisfies TokenKind[];

export const INPUT_KINDS = [
  "input",
  "cached_input",
  "cache_write_5m",
  "cache_write_1h",
  "audio_input",
  "cached_audio_input",
  "image_input",
] as const satisfies TokenKind[];

/** The most that is believed of any count; it keeps every cost an exact number. */
export const COUNT_MAX = 1_000_000_000;

/** The whole number of a count that may be anything: at least 0, rounded up. */
export const atMost = (most: number, count: number): number =>
  Math.min(Math.max(Math.ceil(count), 0) || 0, most);

/** Disjoint counts: `input` excludes cached tokens, `output` includes reasoning tokens. */
export type TokenCounts = Partial<Record<TokenKind, number>>;

/** Micro-dollars per million tokens. A kind without a rate has that of `input` or `output`. */
export type TokenRates = { input: number; output: number } & Partial<Record<TokenKind, number>>;

/** What a model costs, in micro-dollars, and how much of it one request can use. */
export interface ModelPrice {
  model: string;
  rates: TokenRates;
  /** Rates of requests with more than `above` input tokens, of all kinds together; ascending. */
  steps: readonly { above: number; rates: TokenRates }[];
  /** Fees in micro-dollars: per request that is charged for, billed minute, 1,000 characters, search unit. */
  fees: Partial<Record<"request" | "minute" | "thousand_characters" | "search_unit", number>>;
  /** Smallest billed length of a recording, in seconds. */
  leastSeconds: number;
  images: readonly { size: string; quality: string; micros: number }[];
  /** Multipliers of token rates in thousandths, by service tier; `default` is 1000. One that is not listed is refused. */
  tiers: Readonly<Partial<Record<string, number>>>;
  contextTokens: number;
  maxOutputTokens: number;
  /** Tokens that the provider adds to each prompt, and to each tool. */
  overheadTokens: number;
  toolOverheadTokens: number;
  /** Most tokens of one image, second of audio and page of a document; null: up to the whole context. */
  imageTokens: number | null;
  audioSecondTokens: number | null;
  pageTokens: number | null;
  /** Writes tokens that the response does not show. */
  reasoning: boolean;
  /** Estimated speed of output that the client cannot see. */
  hiddenTokensPerSecond: number;
}

/** The prices in force from `from` (epoch ms) until a later list is. A model that is not in it is refused, not free. */
export interface PriceList {
  id: number;
  from: number;
  models: ReadonlyMap<string, ModelPrice>;
}

/** What a request is charged for, so that its cost can be computed again from the list. */
export interface Bill {
  /** Service tier that the response reported. */
  tier: string;
  /** Token kinds, and units: `request`, `second`, `character`, `search_unit` or `image:1024x1024:high`. */
  lines: readonly { dimension: string; quantity: number }[];
  /** The provider reported more than the request permits; the hold was charged. */
  above_hold?: true;
}

/** Every fee and rate is a whole number of these parts of a micro-dollar. */
const PARTS = 60_000_000_000n;
const PARTS_PER_TOKEN = PARTS / 1_000_000n / 1000n;
const DEFAULT_TIER_THOUSANDTHS = 1000;

/** The rates of a prompt of this many input tokens, of all kinds together. */
export const ratesAt = ({ rates, steps }: ModelPrice, inputTokens: number): TokenRates =>
  steps.findLast(({ above }) => inputTokens > above)?.rates ?? rates;

export function rateOf(rates: TokenRates, kind: TokenKind): number {
  return rates[kind] ?? (isOneOf(OUTPUT_KINDS, kind) ? rates.output : rates.input);
}

/** The multiplier of a tier in thousandths; null for one that the model does not have. */
export function multiplierOf({ tiers }: ModelPrice, tier: string): number | null {
  if (tier === "default") return DEFAULT_TIER_THOUSANDTHS;
  return (Object.hasOwn(tiers, tier) ? tiers[tier] : null) ?? null;
}

/**
 * Micro-dollars of a bill: exact, and rounded up once. The step is that of all input tokens together; the tier's
 * multiplier is for tokens alone.
 * @throws RangeError for a tier or dimension that the model has no price for.
 */
export function costOf(price: ModelPrice, { tier, lines }: Bill): number {
  const partsOf = partsByLine(price, { tier, lines });
  return microsOf(lines.reduce((sum, line) => sum + partsOf(line), 0n));
}

type BillLine = Bill["lines"][number];

/** A line of a bill with its price: `micros` per `per` units, which may be a fraction of a micro-dollar. */
export interface ChargedLine extends BillLine {
  price: { micros: number; per: number };
  /** Micro-dollars. */
  amount: number;
}

/**
 * The lines of a bill with their prices and amounts, which add up to `costOf`: an amount is rounded together with those
 * before it, so it is less than one micro-dollar away from the exact one.
 * @throws RangeError for a tier or dimension that the model has no price for.
 */
export function chargedLines(price: ModelPrice, bill: Bill): ChargedLine[] {
  const partsOf = partsByLine(price, bill);
  let before = 0n;
  return bill.lines.map((line) => {
    const after = before + partsOf(line);
    const amount = microsOf(after) - microsOf(before);
    before = after;
    const per = unitsPerPrice(line.dimension);
    const sample = Math.max(per, line.dimension === "second" ? price.leastSeconds : 0);
    const micros = (Number(partsOf({ ...line, quantity: sample })) / Number(PARTS)) * (per / sample);
    return { ...line, price: { micros, per }, amount };
  });
}

/** The number of units that a listed price is for. */
function unitsPerPrice(dimension: string): number {
  if (isOneOf(TOKEN_KINDS, dimension)) return 1_000_000;
  if (dimension === "second") return 60;
  return dimension === "character" ? 1000 : 1;
}

const microsOf = (parts: bigint) => Number((parts + PARTS - 1n) / PARTS);

function partsByLine(price: ModelPrice, { tier, lines }: Bill): (line: BillLine) => bigint {
  const multiplier = multiplierOf(price, tier);
  if (multiplier === null) throw new RangeError(`The model has no service tier ${tier}.`);
  const input = lines.filter(({ dimension }) => isOneOf(INPUT_KINDS, dimension));
  const rates = ratesAt(
    price,
    input.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  return ({ dimension, quantity }) =>
    isOneOf(TOKEN_KINDS, dimension)
      ? BigInt(quantity) * BigInt(rateOf(rates, dimension) * multiplier) * PARTS_PER_TOKEN
      : partsOfUnits(price, dimension, quantity);
}

function partsOfUnits(price: ModelPrice, dimension: string, quantity: number): bigint {
  const { fees, images, leastSeconds } = price;
  const parts = (count: number, fee: number | undefined, units: bigint) => {
    if (fee === undefined) throw new RangeError(`The model has no price for ${dimension}.`);
    return BigInt(count) * BigInt(fee) * (PARTS / units);
  };
  if (dimension === "request" || dimension === "search_unit") return parts(quantity, fees[dimension], 1n);
  if (dimension === "second") return parts(Math.max(quantity, leastSeconds), fees.minute, 60n);
  if (dimension === "character") return parts(quantity, fees.thousand_characters, 1000n);
  const image = images.find(({ size, quality }) => dimension === `image:${size}:${quality}`);
  return parts(quantity, image?.micros, 1n);
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}
