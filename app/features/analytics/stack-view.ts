import type { TrendLayer } from "#app/components/charts/trend.ts";
import { NO_MODEL } from "#app/lib/analytics/breakdown-view.ts";
import { toBuckets } from "#app/lib/analytics/buckets.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatCount, formatExactDollars, formatNumber, formatSum } from "#app/lib/format.ts";
import { keyName } from "#app/lib/keys/key-labels.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { StackedResponse } from "#core/contract/stacked.ts";
import { STACK_NOUNS, type StackedMetric, type StackName } from "./stack-choice.ts";

const LAYERS: readonly TrendLayer[] = [
  { color: "var(--series-1)" },
  { color: "var(--series-2)", line: "var(--series-2-line)" },
  { color: "var(--series-3)" },
  { color: "var(--series-4)", line: "var(--series-4-line)" },
  { color: "var(--series-5)" },
];
const OTHER_LAYER: TrendLayer = { color: "var(--series-other)", line: "var(--series-other-line)" };

/** Names in the address for series without an id. No key has one of them, and models seldom begin like that. */
const NONE = "*none";
const OTHER = "*other";

export interface StackSeries {
  /** In the address. */
  id: string;
  name: string;
  /** Stands for several. */
  isOther: boolean;
  layer: TrendLayer;
  /** By bucket; spend in dollars. */
  values: readonly number[];
  total: number;
  /** Percent of all. */
  share: number;
}

/** A metric by key or model: the largest series first, then all others together. */
export interface Stack {
  by: StackName;
  series: readonly StackSeries[];
  /** How each of the series is drawn. */
  layers: readonly [TrendLayer, ...TrendLayer[]];
  add: (values: readonly number[]) => number;
  format: (value: number) => string;
  formatExact: (value: number) => string;
}

interface MetricOfStack extends Pick<Stack, "add" | "format" | "formatExact"> {
  valuesOf: (values: Values) => number[];
}
type Values = Pick<StackedResponse["series"][number], "requests" | "errors" | "cost" | "imported_cost">;

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const COUNTED = { add: sum, format: formatNumber, formatExact: formatNumber };
const METRICS: Record<StackedMetric, MetricOfStack> = {
  requests: { ...COUNTED, valuesOf: ({ requests }) => requests },
  errors: { ...COUNTED, valuesOf: ({ errors }) => errors },
  spend: {
    add: sumDollars,
    format: formatSum,
    formatExact: formatExactDollars,
    valuesOf: ({ cost, imported_cost }) =>
      cost.map((dollars, at) => sumDollars([dollars, -(imported_cost?.[at] ?? 0)])),
  },
};

function stackOf(
  response: StackedResponse,
  metric: StackedMetric,
  labels: ReadonlyMap<string, string>,
): Stack {
  const by = response.by === "key" ? "keys" : "models";
  const { valuesOf, ...figure } = METRICS[metric];
  const nameOf = ({ id, name }: { id: string | null; name: string | null }) =>
    by === "keys" ? keyName({ keyId: id, name }, labels) : (name ?? NO_MODEL);
  const ranked = response.series
    .map((one) => ({ id: one.id ?? NONE, name: nameOf(one), values: valuesOf(one) }))
    .map((one) => ({ ...one, isOther: false, total: figure.add(one.values) }))
    .sort((a, b) => b.total - a.total);
  const rest = ranked.slice(LAYERS.length).map(({ values }) => values);
  const { other } = response;
  const others = {
    values: other ? [...rest, valuesOf(other)] : rest,
    count: rest.length + (other?.count ?? 0),
  };
  const values = response.dates.map((_, at) => figure.add(others.values.map((one) => one[at] ?? 0)));
  const name = `Other (${formatCount(others.count, STACK_NOUNS[by])})`;
  const last = { id: OTHER, name, isOther: true, values, total: figure.add(values) };
  const shown = [...ranked.slice(0, LAYERS.length), last].filter(({ total }) => total > 0);
  const all = figure.add(shown.map(({ total }) => total));
  const series = shown.map((one, at) => ({
    ...one,
    layer: one.isOther ? OTHER_LAYER : (LAYERS[at] ?? OTHER_LAYER),
    share: (100 * one.total) / all,
  }));
  return { by, ...figure, series, layers: layersOf(series) };
}

/** One of the series alone, in its own color. */
const onlySeries = (stack: Stack, one: StackSeries): Stack => ({
  ...stack,
  series: [one],
  layers: [one.layer],
});

/** Without any series nothing is drawn, whatever the color. */
function layersOf(series: readonly StackSeries[]): Stack["layers"] {
  const [first = OTHER_LAYER, ...others] = series.map(({ layer }) => layer);
  return [first, ...others];
}

/** The figures of the instant of `stacked`, to which its series add up. */
function stackedFigures(data: AnalyticsResponse, stacked: StackedResponse): AnalyticsResponse {
  const { from, to, as_of, dates, other } = stacked;
  const all: Values[] = [...stacked.series, ...(other ? [other] : [])];
  const series = dates.map((date, at) => ({
    date,
    requests: sum(all.map(({ requests }) => requests[at] ?? 0)),
    errors: sum(all.map(({ errors }) => errors[at] ?? 0)),
    cost: sumDollars(all.map(({ cost }) => cost[at] ?? 0)),
    imported_cost: sumDollars(all.map(({ imported_cost }) => imported_cost?.[at] ?? 0)),
    avg_response_time: 0,
    tokens_in: null,
    tokens_cached: null,
    tokens_out: null,
  }));
  return {
    ...data,
    from,
    to,
    as_of,
    series,
    total_requests: sum(series.map(({ requests }) => requests)),
    cost: sumDollars(series.map(({ cost }) => cost)),
    imported_cost: sumDollars(series.map(({ imported_cost }) => imported_cost)),
  };
}

interface StackedViewOptions {
  /** The chart's data, for the same range and filter. */
  data: AnalyticsResponse;
  metric: StackedMetric;
  /** Names of the keys, by id. */
  labels: ReadonlyMap<string, string>;
  /** The series that is shown alone, if it is one of them. */
  only: string | null;
}

export function stackedView(response: StackedResponse, { data, metric, labels, only }: StackedViewOptions) {
  const stack = stackOf(response, metric, labels);
  const figures = stackedFigures(data, response);
  const alone = stack.series.find(({ id }) => id === only);
  return {
    stack,
    alone,
    drawn: alone ? onlySeries(stack, alone) : stack,
    data: figures,
    buckets: toBuckets(figures, readerZone()),
  };
}
export type StackedView = ReturnType<typeof stackedView>;
