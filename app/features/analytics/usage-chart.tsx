import { TrendChart } from "#app/components/charts/trend-chart.tsx";
import {
  axisValues,
  labelledBuckets,
  METRICS,
  type MetricName,
} from "#app/components/charts/usage-metrics.ts";
import { type Bucket, spendOf } from "#app/lib/analytics/buckets.ts";
import { inRange, overRange } from "#app/lib/analytics/range-text.ts";
import { allTokens, tokenCounts } from "#app/lib/analytics/token-counts.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { STACK_NOUNS } from "./stack-choice.ts";
import type { Stack } from "./stack-view.ts";

const EMPTY_GRID = axisValues(100).reverse();

interface UsageChartProps {
  metric: MetricName;
  data: AnalyticsResponse;
  buckets: readonly Bucket[];
  /** The series that stand on each other, or one of them alone. */
  stack?: Stack | undefined;
}

export function UsageChart({ metric, data, buckets, stack }: UsageChartProps) {
  const narrow = useIsNarrow();
  const empty = emptyText(metric, data, buckets);
  if (empty) return <EmptyPlot {...empty} />;
  const { formatAxis, ...axis } = METRICS[metric];
  const { kind, layers, title, points } = stack
    ? stackedDrawing(metric, buckets, stack)
    : drawing(metric, buckets);
  const values = axis.axisValues(Math.max(...points.map(({ value }) => value ?? 0)));
  const step = values[1] ?? 1;
  return (
    <TrendChart
      points={points}
      kind={kind}
      layers={layers}
      label={`${title} ${overRange(data)}`}
      axisValues={values}
      formatAxisValue={(value) => formatAxis(value, step)}
      axisLabels={new Map(labelledBuckets(buckets, data.range, narrow).map(({ key, tick }) => [key, tick]))}
    />
  );
}

function drawing(metric: MetricName, buckets: readonly Bucket[]) {
  const { pick, parts, details, ...look } = METRICS[metric];
  const points = buckets.map((bucket) => ({
    ...bucket,
    value: pick(bucket),
    parts: parts?.(bucket),
    details: details(bucket),
  }));
  return { ...look, points };
}

function stackedDrawing(metric: MetricName, buckets: readonly Bucket[], stack: Stack) {
  const { by, series, layers, format, add } = stack;
  const points = buckets.map((bucket, at) => {
    const parts = series.map(({ values }) => values[at] ?? 0);
    const value = add(parts);
    const details = series.map(({ name, layer }, place) => ({
      name,
      layer,
      text: format(parts[place] ?? 0),
    }));
    const sum = series.length > 1 ? [{ name: "Total", text: format(value) }] : [];
    return { ...bucket, value, parts, details: [...details, ...sum] };
  });
  const title = `${METRICS[metric].title} by ${STACK_NOUNS[by]}`;
  return { kind: "bars" as const, layers, title, points };
}

interface EmptyText {
  title: string;
  description: string;
}

/** For a chart that would have nothing to show; null for any other. */
function emptyText(
  metric: MetricName,
  data: AnalyticsResponse,
  buckets: readonly Bucket[],
): EmptyText | null {
  const phrase = inRange(data);
  if (data.total_requests === 0) {
    return { title: `No requests ${phrase}`, description: "The chart starts with your first request." };
  }
  if (metric === "errors" && buckets.every(({ errors }) => errors === 0)) {
    return { title: `No errors ${phrase}`, description: "Every request succeeded." };
  }
  if (metric === "spend" && spendOf(data) === 0) {
    return { title: `No spend ${phrase}`, description: "None of these requests cost anything." };
  }
  return metric === "tokens" ? noTokensText(data) : null;
}

function noTokensText(data: AnalyticsResponse): EmptyText | null {
  const counts = tokenCounts(data);
  if (!counts) {
    return {
      title: "Not available for a single endpoint",
      description: "Tokens are recorded per account, per key and per model.",
    };
  }
  if (allTokens(counts) > 0) return null;
  return { title: `No tokens ${inRange(data)}`, description: "None of these requests used tokens." };
}

/** In place of a chart that would have nothing to show. */
export function EmptyPlot({ title, description }: { title: string; description: string }) {
  return (
    <div className="relative size-full">
      <div className="flex h-full flex-col justify-between pb-6.5 opacity-60" aria-hidden="true">
        {EMPTY_GRID.map((value) => (
          <div key={value} className="flex h-0 items-center gap-2.5 pr-2.5 first:mt-2.5">
            <span className="w-7 text-right text-micro text-ink-3 tabular-nums">{value}</span>
            <span className="flex-1 border-t" />
          </div>
        ))}
      </div>
      <div className="absolute inset-0 grid place-items-center pb-4 text-center">
        <div>
          <p className="text-small font-medium">{title}</p>
          <p className="mt-0.5 text-caption text-ink-3">{description}</p>
        </div>
      </div>
    </div>
  );
}
