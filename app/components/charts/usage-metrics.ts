import { type Bucket, spendOf, totalErrors } from "#app/lib/analytics/buckets.ts";
import { captionOf, overRange, windowCaption } from "#app/lib/analytics/range-text.ts";
import { allTokens, tokenCounts } from "#app/lib/analytics/token-counts.ts";
import {
  formatCompact,
  formatExactDollars,
  formatMilliseconds,
  formatNumber,
  formatSum,
  lazily,
  plural,
} from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { isRolling } from "#core/domain/ranges.ts";
import type { TrendDetail, TrendLayer } from "./trend.ts";

export const METRIC_VIEWS = [
  { view: "requests", label: "Requests" },
  { view: "errors", label: "Errors" },
  { view: "time", label: "Time" },
  { view: "spend", label: "Spend" },
  { view: "tokens", label: "Tokens" },
] as const;
export type MetricName = (typeof METRIC_VIEWS)[number]["view"];

/** The figure above the chart; `exact` is what `value` rounds. */
interface Figure {
  value: string;
  caption: string;
  exact?: string;
}

interface Metric {
  title: string;
  kind: "area" | "bars";
  layers: readonly [TrendLayer, ...TrendLayer[]];
  pick: (bucket: Bucket) => number | null;
  /** The values of the layers, if there are several. */
  parts?: (bucket: Bucket) => readonly number[] | undefined;
  details: (bucket: Bucket) => TrendDetail[];
  axisValues: (highest: number) => number[];
  formatAxis: (value: number, step: number) => string;
  figureOf: (data: AnalyticsResponse) => Figure;
}

const INTERVALS = 4;
const NICE_STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];
const SECOND_MS = 1000;
const CENT_MICROS = 10_000;
const DOLLAR_MICROS = 1_000_000;

const compact = lazily(
  () => new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 }),
);
/** `500`, `4.5k`, `1.25M`. */
export const formatAxisCount = (value: number) => compact().format(value).replace("K", "k");

/** `75 ms`, or `0.75 s` on an axis that reaches a second; with as many digits as the step needs. */
export function formatAxisTime(value: number, step: number): string {
  if (value === 0) return "0";
  if (step * INTERVALS < SECOND_MS) return `${value} ms`;
  const digits = `${step / SECOND_MS}`.split(".")[1]?.length ?? 0;
  return `${(value / SECOND_MS).toFixed(digits)} s`;
}

/** Four equal intervals from zero with round whole steps, just above `highest`. */
export function axisValues(highest: number): number[] {
  const needed = Math.max(highest / INTERVALS, 1);
  const power = 10 ** Math.floor(Math.log10(needed));
  const nice = NICE_STEPS.map((step) => step * power).filter(Number.isInteger);
  const step = nice.find((candidate) => candidate >= needed) ?? 10 * power;
  return Array.from({ length: INTERVALS + 1 }, (_, index) => index * step);
}

/** Steps of whole cents where the amounts are that large, and of whole micro-dollars below. */
export function dollarAxis(highest: number): number[] {
  const micros = highest * DOLLAR_MICROS;
  const unit = micros >= INTERVALS * CENT_MICROS ? CENT_MICROS : 1;
  return axisValues(micros / unit).map((value) => (value * unit) / DOLLAR_MICROS);
}

/** `$4` on an axis of whole dollars, else `$0.10`, or as many digits as its step needs; `$1.5k`. */
export function formatAxisDollars(value: number, step: number): string {
  if (step >= SECOND_MS) return `$${formatAxisCount(value)}`;
  if (Number.isInteger(step)) return `$${formatNumber(value)}`;
  const fraction = String(Math.round(step * DOLLAR_MICROS) % DOLLAR_MICROS).padStart(6, "0");
  return `$${value.toFixed(Math.max(2, fraction.replace(/0+$/, "").length))}`;
}

const countFigure = (count: number, noun: string, data: AnalyticsResponse): Figure => ({
  value: formatNumber(count),
  caption: captionOf(plural(count, noun), data),
});

const oneLayer = (color: string, name: string, format: (bucket: Bucket) => string) => {
  const layer: TrendLayer = { color };
  const details = (bucket: Bucket): TrendDetail[] => [{ name, text: format(bucket), layer }];
  return { layers: [layer] as const, details };
};

const input: TrendLayer = { color: "var(--chart-requests)" };
const cached: TrendLayer = { ...input, hatched: true };
const output: TrendLayer = { color: "var(--ink-2)" };

/** The parts of a number of tokens, from the bottom of the chart up. */
export const TOKEN_PARTS = [
  { part: "input", name: "Input", layer: input },
  { part: "cached", name: "Cached input", layer: cached },
  { part: "output", name: "Output", layer: output },
] as const;

const spend = oneLayer("var(--chart-requests)", "Spend", ({ cost }) => formatSum(cost));

export const METRICS: Record<MetricName, Metric> = {
  requests: {
    ...oneLayer("var(--chart-requests)", "Requests", ({ requests }) => formatNumber(requests)),
    title: "Requests",
    kind: "area",
    pick: ({ requests }) => requests,
    axisValues,
    formatAxis: formatAxisCount,
    figureOf: (data) => countFigure(data.total_requests, "request", data),
  },
  errors: {
    ...oneLayer("var(--chart-errors)", "Errors", ({ errors }) => formatNumber(errors)),
    title: "Errors",
    kind: "bars",
    pick: ({ errors }) => errors,
    axisValues,
    formatAxis: formatAxisCount,
    figureOf: (data) => countFigure(totalErrors(data), "error", data),
  },
  time: {
    ...oneLayer("var(--chart-time)", "Average", ({ time }) => formatMilliseconds(time)),
    title: "Response time",
    kind: "area",
    pick: ({ time }) => time,
    axisValues,
    formatAxis: formatAxisTime,
    figureOf: (data) => ({
      value: formatMilliseconds(data.average_response_time),
      caption: `average ${overRange(data)}`,
    }),
  },
  spend: {
    ...spend,
    title: "Spend",
    kind: "bars",
    pick: ({ cost }) => cost,
    details: (bucket) => [
      ...spend.details(bucket),
      ...(bucket.imported > 0 ? [{ name: "Imported", text: formatSum(bucket.imported) }] : []),
      { name: "Requests", text: formatNumber(bucket.requests) },
    ],
    axisValues: dollarAxis,
    formatAxis: formatAxisDollars,
    figureOf: (data) => ({
      value: formatSum(spendOf(data)),
      exact: formatExactDollars(spendOf(data)),
      caption: data.imported_cost
        ? `${windowCaption(data)}, and ${formatSum(data.imported_cost)} of imported requests`
        : windowCaption(data),
    }),
  },
  tokens: {
    title: "Tokens",
    kind: "bars",
    layers: [input, cached, output],
    pick: ({ tokens }) => tokens && allTokens(tokens),
    parts: ({ tokens }) => (tokens ? TOKEN_PARTS.map(({ part }) => tokens[part]) : undefined),
    details: tokenDetails,
    axisValues,
    formatAxis: formatAxisCount,
    figureOf: (data) => {
      const counts = tokenCounts(data);
      const count = counts && allTokens(counts);
      return {
        value: formatCompact(count),
        exact: formatNumber(count),
        caption: captionOf(plural(count ?? 0, "token"), data),
      };
    },
  },
};

function tokenDetails({ tokens }: Bucket): TrendDetail[] {
  return [
    ...TOKEN_PARTS.map(({ part, name, layer }) => ({ name, text: formatCompact(tokens?.[part]), layer })),
    { name: "Total", text: formatCompact(tokens && allTokens(tokens)) },
  ];
}

/** The buckets with a label below the chart: round hours, or days at equal distances. */
export function labelledBuckets(buckets: readonly Bucket[], range: string, narrow: boolean): Bucket[] {
  const isHours = buckets[0]?.tick.includes(":");
  return isHours ? roundHours(buckets, narrow) : someDays(buckets, isRolling(range), narrow);
}

function roundHours(buckets: readonly Bucket[], narrow: boolean): Bucket[] {
  const days = Math.ceil(buckets.length / 26);
  const every = Math.min((narrow ? 6 : 4) * days, 24);
  const offset = narrow && days === 1 ? 4 : 0;
  return buckets.filter(({ tick, partial }, index) => {
    const [hour, minute] = tick.split(":").map(Number);
    return minute === 0 && Number(hour) % every === offset % every && !(partial && index === 0);
  });
}

/** Of up to this many days, each has a label if there is room. */
const WEEK = 8;

/** A rolling window counts back from today, any other from its first day. */
function someDays(buckets: readonly Bucket[], backwards: boolean, narrow: boolean): Bucket[] {
  const { length } = buckets;
  const every = length <= WEEK ? (narrow ? 2 : 1) : narrow ? Math.floor(length / 3) : Math.ceil(length / 5);
  return buckets.filter((_, index) => (backwards ? length - 1 - index : index) % every === 0);
}
