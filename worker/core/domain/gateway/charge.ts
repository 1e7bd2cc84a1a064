import { costMicros, type ModelPrice } from "./pricing.ts";
import type { TokenUsage } from "./token-usage.ts";

/** What came back for a request. */
export interface Reading {
  /** The token counts that the provider reported last. */
  usage: TokenUsage | null;
  /** Tokens of text that were seen, by their size. */
  visibleTokens: number;
  /** Whether the provider gave anything that is charged for. */
  content: boolean;
  /** Whether the response came to its own end. */
  complete: boolean;
}

export const NOTHING_READ: Reading = { usage: null, visibleTokens: 0, content: false, complete: false };

/** What a request can cost. */
export interface Priced {
  price: ModelPrice;
  /** The most tokens that it is charged for; they cost what was held. */
  bounds: TokenUsage;
  /** By the size of its body. */
  likelyInputTokens: number;
}

interface Charge {
  tokens: TokenUsage;
  costMicros: number;
  /** The provider reported more than was held. */
  aboveHold: boolean;
}

/** A token of text has some four bytes. */
export const likelyTokens = (bytes: number) => Math.ceil(bytes / 4);

/**
 * What a request is charged: nothing without content, else never more than was held. The provider's counts decide; a
 * complete response without any costs what was held, and one that was cut short its likely usage.
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
