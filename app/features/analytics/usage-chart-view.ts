import { formatMilliseconds, formatNumber, lazily } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { Range } from "#core/domain/ranges.ts";
import { type Bucket, totalErrors } from "./buckets.ts";
import { plural, RANGE_PHRASES } from "./messages.ts";

export const METRIC_VIEWS = [
  { view: "requests", label: "Requests" },
  { view: "errors", label: "Errors" },
  { view: "time", label: "Time" },
] as const;
export type MetricName = (typeof METRIC_VIEWS)[number]["view"];

interface Metric {
  title: string;
  /** In the tooltip. */
  valueName: string;
  kind: "area" | "bars";
  color: string;
  pick: (bucket: Bucket) => number | null;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  /** The figure above the chart. */
  figureOf: (data: AnalyticsResponse) => { value: string; caption: string };
}

const INTERVALS = 4;
const NICE_STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];
const SECOND_MS = 1000;

const compact = lazily(
  () => new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 }),
);
/** `500`, `4.5k`, `1.25M`. */
export const formatAxisCount = (value: number) => compact().format(value).replace("K", "k");

/** Milliseconds as plain numbers, from one second on `1.25 s`. */
export const formatAxisTime = (value: number) => (value < SECOND_MS ? `${value}` : `${value / SECOND_MS} s`);

const countFigure = (count: number, noun: string, range: Range) => ({
  value: formatNumber(count),
  caption: `${plural(count, noun)} in ${RANGE_PHRASES[range]}`,
});

export const METRICS: Record<MetricName, Metric> = {
  requests: {
    title: "Requests",
    valueName: "Requests",
    kind: "area",
    color: "var(--chart-requests)",
    pick: ({ requests }) => requests,
    format: formatNumber,
    formatAxis: formatAxisCount,
    figureOf: ({ total_requests, range }) => countFigure(total_requests, "request", range),
  },
  errors: {
    title: "Errors",
    valueName: "Errors",
    kind: "bars",
    color: "var(--chart-errors)",
    pick: ({ errors }) => errors,
    format: formatNumber,
    formatAxis: formatAxisCount,
    figureOf: (data) => countFigure(totalErrors(data), "error", data.range),
  },
  time: {
    title: "Response time",
    valueName: "Average",
    kind: "area",
    color: "var(--chart-time)",
    pick: ({ time }) => time,
    format: formatMilliseconds,
    formatAxis: formatAxisTime,
    figureOf: ({ average_response_time, range }) => ({
      value: formatMilliseconds(average_response_time),
      caption: `average over ${RANGE_PHRASES[range]}`,
    }),
  },
};

/** Four equal intervals from zero with round whole steps, just above `highest`. */
export function axisValues(highest: number): number[] {
  const needed = Math.max(highest / INTERVALS, 1);
  const power = 10 ** Math.floor(Math.log10(needed));
  const nice = NICE_STEPS.map((step) => step * power).filter(Number.isInteger);
  const step = nice.find((candidate) => candidate >= needed) ?? 10 * power;
  return Array.from({ length: INTERVALS + 1 }, (_, index) => index * step);
}

/** The buckets with a label below the chart: round hours, or days counted back from the last. */
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
