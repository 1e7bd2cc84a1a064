import type { RequestFacts } from "#core/domain/gateway/endpoint.ts";
import { PLAIN_FACTS } from "#core/domain/gateway/endpoints/request-facts.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { NOTHING_READ, type Reading } from "#core/domain/gateway/reading.ts";
import { type Priced, priceRequest, type RequestToPrice } from "#core/domain/gateway/request-price.ts";

/** $1 per million tokens of input and $4 of output: 1 and 4 micro-dollars each. */
export const PRICE: ModelPrice = {
  model: "m",
  rates: { input: 1_000_000, output: 4_000_000 },
  steps: [],
  fees: {},
  leastSeconds: 0,
  images: [],
  tiers: {},
  contextTokens: 10_000,
  maxOutputTokens: 1_000,
  overheadTokens: 0,
  toolOverheadTokens: 0,
  imageTokens: null,
  audioSecondTokens: null,
  pageTokens: null,
  reasoning: false,
  hiddenTokensPerSecond: 0,
};

interface Request extends Partial<Omit<RequestToPrice, "price" | "facts">> {
  price?: Partial<ModelPrice>;
  facts?: Partial<RequestFacts>;
}

/** A request of 400 bytes, probably 100 tokens, for at most 1,000 tokens of output, unless it says otherwise. */
export const priced = ({ price, facts, ...more }: Request = {}): Priced =>
  priceRequest({
    listId: 7,
    bodyBytes: 400,
    textTokens: () => 100,
    free: false,
    ...more,
    price: { ...PRICE, ...price },
    facts: { ...PLAIN_FACTS, ...facts },
  });

/** A whole response with content and without a usage, unless it says otherwise. */
export const reading = (more: Partial<Reading> = {}): Reading => ({
  ...NOTHING_READ,
  content: true,
  ended: true,
  ...more,
});
