import { Link } from "@remix-run/react";
import List from "lucide-react/icons/list";
import Table2 from "lucide-react/icons/table-2";
import { useState } from "react";
import { TrendChart } from "#app/components/charts/trend-chart.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { PLOT_SIZE } from "./analytics-skeleton.tsx";
import type { Bucket } from "./buckets.ts";
import { RANGE_PHRASES } from "./messages.ts";
import { axisValues, labelledBuckets, METRIC_VIEWS, METRICS, type MetricName } from "./usage-chart-view.ts";
import { requestsPath, type UsageFilter } from "./usage-params.ts";
import type { UsageTableProps } from "./usage-table-dialog.tsx";
import { ViewSwitch } from "./view-switch.tsx";
import { formatTimeWithZone, readerZone } from "./wall-clock.ts";

const EMPTY_GRID = axisValues(100).reverse();

interface UsageChartCardProps {
  data: AnalyticsResponse;
  buckets: readonly Bucket[];
  filter: UsageFilter;
}

export function UsageChartCard({ data, buckets, filter }: UsageChartCardProps) {
  const [metric, setMetric] = useState<MetricName>("requests");
  const hasRequests = data.total_requests > 0;
  return (
    <Card className="flex flex-col">
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="sm:min-h-13">
          <h2 className="text-small font-medium text-ink-2">{METRICS[metric].title}</h2>
          {hasRequests && <Figure metric={metric} data={data} />}
        </div>
        <ViewSwitch label="Chart" views={METRIC_VIEWS} chosen={metric} onChoose={setMetric} />
      </header>
      <div className="px-4 pt-4 max-sm:px-2">
        <div className={PLOT_SIZE}>
          <UsageChart metric={metric} data={data} buckets={buckets} />
        </div>
      </div>
      <CardFooter className="mt-3 min-h-9.25 flex-wrap gap-y-0 py-0">
        <span className="tabular-nums">As of {formatTimeWithZone(data.as_of, readerZone())}</span>
        {hasRequests && (
          <span className="flex gap-4">
            <Button asChild variant="link" className="gap-1.5 text-caption">
              <Link to={requestsPath(data.range, filter)}>
                <List className="size-3.5" aria-hidden="true" />
                View requests
              </Link>
            </Button>
            <UsageTableButton buckets={buckets} range={data.range} />
          </span>
        )}
      </CardFooter>
    </Card>
  );
}

function Figure({ metric, data }: { metric: MetricName; data: AnalyticsResponse }) {
  const { value, caption } = METRICS[metric].figureOf(data);
  return (
    <p className="mt-1 flex items-baseline gap-2">
      <span className="text-[1.375rem] leading-7 font-medium tracking-[-0.025em] whitespace-nowrap tabular-nums">
        {value}
      </span>
      <span className="text-caption text-ink-3">{caption}</span>
    </p>
  );
}

const loadTable = () => import("./usage-table-dialog.tsx");

function UsageTableButton(props: UsageTableProps) {
  const button = (
    <Button variant="link" className="gap-1.5 text-caption">
      <Table2 strokeWidth={1.75} className="size-3.5" aria-hidden="true" />
      View as table
    </Button>
  );
  return <OnDemand load={loadTable} popup="dialog" trigger={button} props={props} />;
}

type UsageChartProps = Omit<UsageChartCardProps, "filter"> & { metric: MetricName };

function UsageChart({ metric, data: { total_requests, range }, buckets }: UsageChartProps) {
  const narrow = useIsNarrow();
  const phrase = RANGE_PHRASES[range];
  if (total_requests === 0) {
    return (
      <EmptyPlot title={`No requests in ${phrase}`} description="The chart starts with your first request." />
    );
  }
  if (metric === "errors" && buckets.every(({ errors }) => errors === 0)) {
    return <EmptyPlot title={`No errors in ${phrase}`} description="Every request succeeded." />;
  }
  const { kind, color, title, valueName, pick, format, formatAxis } = METRICS[metric];
  const points = buckets.map((bucket) => ({ ...bucket, value: pick(bucket) }));
  return (
    <TrendChart
      points={points}
      kind={kind}
      color={color}
      label={`${title} over ${phrase}`}
      valueName={valueName}
      formatValue={format}
      axisValues={axisValues(Math.max(...points.map(({ value }) => value ?? 0)))}
      formatAxisValue={formatAxis}
      axisLabels={new Map(labelledBuckets(buckets, range, narrow).map(({ key, tick }) => [key, tick]))}
    />
  );
}

function EmptyPlot({ title, description }: { title: string; description: string }) {
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
