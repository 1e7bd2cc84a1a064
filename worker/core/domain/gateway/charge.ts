import { costMicros, type ModelPrice } from "./pricing.ts";
import type { TokenUsage } from "./token-usage.ts";

/** The facts about a response that decide its charge. */
export interface Reading {
  /** The token counts that the provider reported last. */
  usage: TokenUsage | null;
  /** Estimated tokens of the text in the response, from its size. */
  visibleTokens: number;
  /** The response has content that is charged for. */
  content: boolean;
  /** The response was not cut short. */
  complete: boolean;
}

export const NOTHING_READ: Reading = { usage: null, visibleTokens: 0, content: false, complete: false };

/** The price of a request and the bounds of its cost. */
export interface Priced {
  price: ModelPrice;
  /** The most tokens that are charged; their cost is the hold. */
  bounds: TokenUsage;
  /** Estimated from the size of the body. */
  likelyInputTokens: number;
}

interface Charge {
  tokens: TokenUsage;
  costMicros: number;
  /** The provider reported more than was held. */
  aboveHold: boolean;
}

/** A token of text has about four bytes. */
export const likelyTokens = (bytes: number) => Math.ceil(bytes / 4);

/**
 * The charge for a request: nothing without content, otherwise at most the hold. The provider's counts decide. A
 * complete response without counts costs the hold; one that was cut short costs its likely usage.
 */
export function chargeOf({ price, bounds, likelyInputTokens }: Priced, reading: Reading): Charge {
  if (!reading.content) return { tokens: { input: 0, output: 0 }, costMicros: 0, aboveHold: false };
  const { input, output } = tokensOf(reading, { bounds, likelyInputTokens });
  const tokens = { input: Math.min(input, bounds.input), output: Math.min(output, bounds.output) };
  const { usage } = reading;
  const aboveHold = usage !== null && (usage.input > bounds.input || usage.output > bounds.output);
  return { tokens, costMicros: costMicros(price, tokens), aboveHold };
}

function tokensOf(
  { usage, complete, visibleTokens }: Reading,
  { bounds, likelyInputTokens }: Omit<Priced, "price">,
): TokenUsage {
  if (usage === null && complete) return bounds;
  const reported = usage !== null && usage.input + usage.output > 0 ? usage : null;
  if (reported !== null && complete) return reported;
  return {
    input: reported?.input ?? likelyInputTokens,
    output: Math.max(reported?.output ?? 0, visibleTokens),
  };
}
