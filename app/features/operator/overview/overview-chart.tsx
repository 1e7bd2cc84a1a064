import Table2 from "lucide-react/icons/table-2";
import { useState } from "react";
import { TrendChart } from "#app/components/charts/trend-chart.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { PLOT_SIZE } from "#app/features/analytics/analytics-skeleton.tsx";
import type { Bucket } from "#app/features/analytics/buckets.ts";
import { EmptyPlot } from "#app/features/analytics/usage-chart.tsx";
import { labelledBuckets, METRICS } from "#app/features/analytics/usage-chart-view.ts";
import { ViewSwitch } from "#app/features/analytics/view-switch.tsx";
import { formatTimeWithZone } from "#app/features/analytics/wall-clock.ts";
import { RANGE_LABELS } from "#app/features/operator/payments/payments-view.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
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
  const caption = RANGE_LABELS[range];
  return (
    <Card className="flex min-w-0 flex-col">
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <dl className="flex gap-8 max-sm:w-full max-sm:justify-between max-sm:gap-4">
          <Figure label="Requests">{formatNumber(overview.requests)}</Figure>
          <Figure label="Error rate">{formatPercent(errorRateOf(overview))}</Figure>
          <Figure label="Average time">{formatMilliseconds(overview.average_response_time)}</Figure>
        </dl>
        <ViewSwitch label="Chart" views={VIEWS} chosen={view} onChoose={setView} />
      </header>
      <div className="flex flex-1 flex-col px-4 pt-4 max-sm:px-2">
        {/* The chart fills what the card beside it leaves. */}
        <div className={cn("relative grow", PLOT_SIZE)}>
          <div className="absolute inset-0">
            <Plot view={view} buckets={buckets} range={range} />
          </div>
        </div>
      </div>
      <CardFooter className="mt-3 min-h-12 flex-wrap gap-y-0 py-0">
        <span className="tabular-nums">
          As of {formatTimeWithZone(overview.as_of)}
          {overview.unit === "day" && " · days in UTC"}
        </span>
        {overview.requests > 0 && <TableButton buckets={buckets} caption={caption} />}
      </CardFooter>
    </Card>
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

const loadTable = () => import("#app/features/analytics/usage-table-dialog.tsx");

function TableButton({ buckets, caption }: { buckets: readonly Bucket[]; caption: string }) {
  const button = (
    <Button variant="link" className="gap-1.5 text-small">
      <Table2 strokeWidth={1.75} className="size-4" aria-hidden="true" />
      View as table
    </Button>
  );
  const props = { buckets, caption, withTokens: false };
  return <OnDemand load={loadTable} popup="dialog" trigger={button} props={props} />;
}
