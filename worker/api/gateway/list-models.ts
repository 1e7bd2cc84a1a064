import type { ModelPrice, PriceTable } from "#core/domain/gateway/pricing.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";

const modelView = (price: ModelPrice) => ({
  id: price.model,
  object: "model",
  created: 0,
  owned_by: "latchkey",
  context_length: price.contextTokens,
  max_output_tokens: price.maxOutputTokens,
  /** US dollars. */
  pricing: {
    input_per_million: dollarsFromMicros(price.inputMicrosPerMillion),
    output_per_million: dollarsFromMicros(price.outputMicrosPerMillion),
    request: dollarsFromMicros(price.requestMicros),
  },
});

/** The models that a request may name, in the form of OpenAI's list, with their prices. */
export const listModels = (prices: PriceTable) => ({
  object: "list",
  data: [...prices.values()].map(modelView),
});

/** @returns null for an unknown one. */
export function findModel(prices: PriceTable, name: string) {
  const price = prices.get(name);
  return price === undefined ? null : modelView(price);
}
