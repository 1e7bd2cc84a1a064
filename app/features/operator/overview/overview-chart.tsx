import { useState } from "react";
import { TrendChart } from "#app/components/charts/trend-chart.tsx";
import { labelledBuckets, METRICS } from "#app/components/charts/usage-metrics.ts";
import { ChartCard, UsageTableButton } from "#app/features/analytics/chart-card.tsx";
import { EmptyPlot } from "#app/features/analytics/usage-chart.tsx";
import { ViewSwitch } from "#app/features/analytics/view-switch.tsx";
import { RANGE_LABELS } from "#app/features/operator/texts.ts";
import type { Bucket } from "#app/lib/analytics/buckets.ts";
import { formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { formatTimeWithZone } from "#app/lib/wall-clock.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import { overviewTexts } from "./messages.ts";
import { errorRateOf, overviewBuckets } from "./overview-view.ts";

const VIEWS = [
  { view: "requests", label: "Requests" },
  { view: "spend", label: "Spend" },
  { view: "errors", label: "Errors" },
  { view: "time", label: "Time" },
] as const;
type View = (typeof VIEWS)[number]["view"];

interface OverviewChartProps {
  overview: OverviewResponse;
  range: PaymentRange;
}

export function OverviewChart({ overview, range }: OverviewChartProps) {
  const [view, setView] = useState<View>("requests");
  const buckets = overviewBuckets(overview);
  return (
    <ChartCard
      className="min-w-0"
      heading={
        <dl className="flex gap-8 max-sm:w-full max-sm:justify-between max-sm:gap-4">
          <Figure label="Requests">{formatNumber(overview.requests)}</Figure>
          <Figure label="Error rate">{formatPercent(errorRateOf(overview))}</Figure>
          <Figure label="Average time">{formatMilliseconds(overview.average_response_time)}</Figure>
        </dl>
      }
      views={<ViewSwitch label="Chart" views={VIEWS} chosen={view} onChoose={setView} />}
      plot={<Plot view={view} buckets={buckets} range={range} />}
      footerClassName="min-h-12"
      footer={
        <>
          <span className="tabular-nums">
            As of {formatTimeWithZone(overview.as_of)}
            {overview.unit === "day" && " · days in UTC"}
          </span>
          {overview.requests > 0 && (
            <UsageTableButton
              buckets={buckets}
              caption={RANGE_LABELS[range]}
              withTokens={false}
              className="text-small"
              iconClassName="size-4"
            />
          )}
        </>
      }
    />
  );
}

const Figure = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd className="mt-0.5 text-lead font-medium whitespace-nowrap tabular-nums">{children}</dd>
  </div>
);

interface PlotProps {
  view: View;
  buckets: readonly Bucket[];
  range: PaymentRange;
}

function Plot({ view, buckets, range }: PlotProps) {
  const narrow = useIsNarrow("wide");
  const { kind, layers, title, pick, details, formatAxis, axisValues } = METRICS[view];
  if (buckets.every(({ requests }) => requests === 0)) {
    return <EmptyPlot title={overviewTexts.noRequests} description={overviewTexts.noRequestsHint} />;
  }
  const points = buckets.map((bucket) => ({ ...bucket, value: pick(bucket), details: details(bucket) }));
  const values = axisValues(Math.max(...points.map(({ value }) => value ?? 0)));
  const step = values[1] ?? 1;
  return (
    <TrendChart
      points={points}
      kind={kind}
      layers={layers}
      label={`${title}, ${RANGE_LABELS[range].toLowerCase()}`}
      axisValues={values}
      formatAxisValue={(value) => formatAxis(value, step)}
      axisLabels={new Map(labelledBuckets(buckets, range, narrow).map(({ key, tick }) => [key, tick]))}
    />
  );
}
