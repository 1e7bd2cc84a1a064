import { type Bill, costOf, type ModelPrice } from "./gateway/price-list.ts";
import { feeLines } from "./gateway/request-price.ts";

/** Requests that are all alike. */
export interface Workload {
  /** Cached ones included. */
  inputTokens: number;
  /** Whole percent of the input. */
  cachedPercent: number;
  outputTokens: number;
  /** What a request is charged for instead of tokens, of which it then has none. */
  units?: Bill["lines"][number];
  requestsPerDay: number;
}

/** In micro-dollars; `bigint` because a month of the dearest requests is more than a number can count. */
export interface Estimate {
  request: bigint;
  day: bigint;
  month: bigint;
}

const DAYS_PER_MONTH = 30n;

/** Cached tokens of the input, rounded down. */
const cachedTokens = ({ inputTokens, cachedPercent }: Workload): number =>
  Math.floor((inputTokens * cachedPercent) / 100);

/**
 * The cost of a workload in the default service tier. Each request costs what the gateway charges for its tokens or
 * units, which is rounded up to a whole micro-dollar; a day and a month of 30 days are exact multiples of it.
 */
export function estimate(price: ModelPrice, workload: Workload): Estimate {
  const cached = cachedTokens(workload);
  const tokens = {
    input: workload.inputTokens - cached,
    cached_input: cached,
    output: workload.outputTokens,
  };
  const lines = Object.entries(tokens).map(([dimension, quantity]) => ({ dimension, quantity }));
  const charged = workload.units ? [workload.units] : lines;
  const request = BigInt(costOf(price, { tier: "default", lines: [...charged, ...feeLines(price)] }));
  const day = request * BigInt(workload.requestsPerDay);
  return { request, day, month: day * DAYS_PER_MONTH };
}
