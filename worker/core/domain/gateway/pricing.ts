import { TOKENS_MAX, type TokenUsage } from "./token-usage.ts";

/** What a model costs, in micro-dollars, and how much of it one request can use. */
export interface ModelPrice {
  model: string;
  inputMicrosPerMillion: number;
  outputMicrosPerMillion: number;
  /** Fee of a request, whatever its tokens. */
  requestMicros: number;
  /** Most tokens of one answer. */
  maxOutputTokens: number;
  /** Most tokens of one prompt. */
  contextTokens: number;
}

/** By the model's name, as requests say it. A model that is not in it is refused, not free. */
export type PriceTable = ReadonlyMap<string, ModelPrice>;

/** What of a request says how much it can cost. */
interface Extent {
  /** Infinity when the request brings more than its body. */
  inputBytes: number;
  /** As the request limits it; null when it does not. */
  maxOutputTokens: number | null;
  choices: number;
}

const MILLION = 1_000_000n;

/** Micro-dollars of a request that took these tokens: fee + tokens × price, rounded up once, exact. */
export function costMicros(price: ModelPrice, { input, output }: TokenUsage): number {
  const millionths =
    BigInt(input) * BigInt(price.inputMicrosPerMillion) +
    BigInt(output) * BigInt(price.outputMicrosPerMillion);
  return price.requestMicros + Number((millionths + MILLION - 1n) / MILLION);
}

/**
 * Micro-dollars to hold for a request before it is sent: no answer within the model's and the request's limits costs
 * more. A token stands for at least one byte of the body. Bounded by what `TOKENS_MAX` tokens each way cost.
 */
export function holdMicros(price: ModelPrice, { inputBytes, maxOutputTokens, choices }: Extent): number {
  const outputOfOne = Math.min(maxOutputTokens ?? price.maxOutputTokens, price.maxOutputTokens);
  return costMicros(price, {
    input: Math.min(inputBytes, price.contextTokens * choices, TOKENS_MAX),
    output: Math.min(outputOfOne * choices, TOKENS_MAX),
  });
}
