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
  inputBytes: number;
  wholeContext: boolean;
  /** As the request limits it; null when it does not. */
  maxOutputTokens: number | null;
  choices: number;
}

/** The most that a plan pays for one request, micro-dollars, unless the operator says otherwise. */
export const PLAN_REQUEST_MICROS = 200_000;

const MILLION = 1_000_000n;

/** Micro-dollars of a request that took these tokens: fee + tokens × price, rounded up once, exact. */
export function costMicros(price: ModelPrice, { input, output }: TokenUsage): number {
  const millionths =
    BigInt(input) * BigInt(price.inputMicrosPerMillion) +
    BigInt(output) * BigInt(price.outputMicrosPerMillion);
  return price.requestMicros + Number((millionths + MILLION - 1n) / MILLION);
}

/**
 * The most tokens that a request can be charged for: no response within the model's and the request's limits takes
 * more. A token of text stands for at least one byte of the body. At most `TOKENS_MAX` each way.
 */
export function tokenBounds(price: ModelPrice, extent: Extent): TokenUsage {
  const { inputBytes, wholeContext, maxOutputTokens, choices } = extent;
  const context = price.contextTokens * choices;
  const outputOfOne = Math.min(maxOutputTokens ?? price.maxOutputTokens, price.maxOutputTokens);
  return {
    input: Math.min(wholeContext ? context : Math.min(inputBytes, context), TOKENS_MAX),
    output: Math.min(outputOfOne * choices, TOKENS_MAX),
  };
}
