import { type ModelPrice, TOKEN_KINDS, type TokenKind, type TokenRates } from "./gateway/price-list.ts";
import { dollarsFromMicros, microsFromDollars } from "./money.ts";

type Maybe = number | undefined;

/** US dollars per million tokens. */
export type TokenPrices = { input: number; output: number } & { [Kind in TokenKind]?: Maybe };

/** A model's prices in US dollars, without the operator's own figures, as `GET /api/prices` returns them. */
export interface ModelPrices {
  model: string;
  context: number;
  max_output: number;
  reasoning: boolean;
  tokens: TokenPrices;
  long_prompts: { above: number; tokens: TokenPrices }[];
  /** Factors of the prices of tokens. */
  service_tiers: Record<string, number>;
  request?: Maybe;
  minute?: Maybe;
  minimum_seconds: number;
  thousand_characters?: Maybe;
  search_unit?: Maybe;
  images: { size: string; quality: string; price: number }[];
}

const THOUSANDTHS = 1000;
const FEES = ["request", "minute", "thousand_characters", "search_unit"] as const;

export function modelPricesFrom(price: ModelPrice): ModelPrices {
  return {
    model: price.model,
    context: price.contextTokens,
    max_output: price.maxOutputTokens,
    reasoning: price.reasoning,
    tokens: tokenPricesFrom(price.rates),
    long_prompts: price.steps.map(({ above, rates }) => ({ above, tokens: tokenPricesFrom(rates) })),
    service_tiers: changed(price.tiers, (thousandths) => thousandths / THOUSANDTHS),
    minimum_seconds: price.leastSeconds,
    ...changed(price.fees, dollarsFromMicros),
    images: price.images.map(({ micros, ...image }) => ({ ...image, price: dollarsFromMicros(micros) })),
  };
}

/** The price in whole micro-dollars that `modelPricesFrom` was given, as far as costs depend on it. */
export function modelPriceFrom(prices: ModelPrices): ModelPrice {
  const fees = Object.fromEntries(FEES.map((name) => [name, prices[name]]));
  return {
    model: prices.model,
    rates: ratesFrom(prices.tokens),
    steps: prices.long_prompts.map(({ above, tokens }) => ({ above, rates: ratesFrom(tokens) })),
    fees: changed(fees, microsFromDollars),
    leastSeconds: prices.minimum_seconds,
    images: prices.images.map(({ price, ...image }) => ({ ...image, micros: microsFromDollars(price) })),
    tiers: changed(prices.service_tiers, (factor) => Math.round(factor * THOUSANDTHS)),
    contextTokens: prices.context,
    maxOutputTokens: prices.max_output,
    reasoning: prices.reasoning,
    overheadTokens: 0,
    toolOverheadTokens: 0,
    hiddenTokensPerSecond: 0,
    imageTokens: null,
    audioSecondTokens: null,
    pageTokens: null,
  };
}

const tokenPricesFrom = ({ input, output, ...others }: TokenRates): TokenPrices => ({
  input: dollarsFromMicros(input),
  ...changed(others, dollarsFromMicros),
  output: dollarsFromMicros(output),
});

const ratesFrom = (prices: TokenPrices): TokenRates => ({
  ...changed(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, prices[kind]])), microsFromDollars),
  input: microsFromDollars(prices.input),
  output: microsFromDollars(prices.output),
});

/** The record with its numbers changed, and without what is missing. */
const changed = (
  record: Readonly<Partial<Record<string, Maybe>>>,
  change: (value: number) => number,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, change(value)]])),
  );
