import { TrendChart } from "#app/components/charts/trend-chart.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { Range } from "#core/domain/ranges.ts";
import { axisValues, labelledBuckets } from "./axis.ts";
import type { Bucket } from "./buckets.ts";
import { RANGE_PHRASES } from "./messages.ts";
import { METRICS, type MetricName } from "./metrics.ts";
import { PlotSkeleton } from "./plot-skeleton.tsx";

interface UsageChartProps {
  metric: MetricName;
  buckets: readonly Bucket[];
  range: Range;
}

export function UsageChart({ metric, buckets, range }: UsageChartProps) {
  const narrow = useIsNarrow();
  const { kind, color, title, valueName, pick, format, formatAxis } = METRICS[metric];
  const points = buckets.map((bucket) => ({
    key: bucket.key,
    value: pick(bucket),
    label: bucket.label,
    partial: bucket.partial,
  }));
  return (
    <TrendChart
      points={points}
      kind={kind}
      color={color}
      label={`${title} over ${RANGE_PHRASES[range]}`}
      valueName={valueName}
      formatValue={format}
      axisValues={axisValues(Math.max(...points.map(({ value }) => value ?? 0)))}
      formatAxisValue={formatAxis}
      axisLabels={new Map(labelledBuckets(buckets, range, narrow).map(({ key, tick }) => [key, tick]))}
      loading={<PlotSkeleton />}
    />
  );
}
