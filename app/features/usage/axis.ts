import { lazily } from "#app/lib/lazily.ts";
import type { Range } from "#core/domain/ranges.ts";
import type { Bucket } from "./buckets.ts";

const INTERVALS = 4;
const NICE_STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** Four equal intervals from zero with round whole steps, just above `highest`. */
export function axisValues(highest: number): number[] {
  const needed = Math.max(highest / INTERVALS, 1);
  const power = 10 ** Math.floor(Math.log10(needed));
  const nice = NICE_STEPS.map((step) => step * power).filter(Number.isInteger);
  const step = nice.find((candidate) => candidate >= needed) ?? 10 * power;
  return Array.from({ length: INTERVALS + 1 }, (_, index) => index * step);
}

/** The buckets that get a label below the chart: round hours, or days counted back from the last. */
export function labelledBuckets(buckets: readonly Bucket[], range: Range, narrow: boolean): Bucket[] {
  if (range === "24h") {
    const every = narrow ? 6 : 4;
    const offset = narrow ? 4 : 0;
    return buckets.filter(({ tick, partial }, index) => {
      const [hour, minute] = tick.split(":").map(Number);
      return minute === 0 && Number(hour) % every === offset % every && !(partial && index === 0);
    });
  }
  const every = range === "7d" ? (narrow ? 2 : 1) : narrow ? 10 : 7;
  return buckets.filter((_, index) => (buckets.length - 1 - index) % every === 0);
}

const compact = lazily(
  () => new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 }),
);
/** `500`, `4.5k`, `1.25M`. */
export const formatAxisCount = (value: number) => compact().format(value).replace("K", "k");

const ONE_SECOND = 1000;
/** Milliseconds on an axis: plain numbers, from one second `1.25 s`. */
export const formatAxisTime = (value: number) =>
  value < ONE_SECOND ? `${value}` : `${value / ONE_SECOND} s`;
