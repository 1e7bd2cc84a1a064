import { Link } from "@remix-run/react";
import List from "lucide-react/icons/list";
import { useState } from "react";
import { Swatch } from "#app/components/charts/swatch.tsx";
import { METRIC_VIEWS, METRICS, type MetricName, TOKEN_PARTS } from "#app/components/charts/usage-metrics.ts";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import type { Bucket } from "#app/lib/analytics/buckets.ts";
import { rangeLabel } from "#app/lib/analytics/range-text.ts";
import { tokenCounts } from "#app/lib/analytics/token-counts.ts";
import { chosenOf } from "#app/lib/chosen-range.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCompact, formatNumber } from "#app/lib/format.ts";
import { requestsPath, type UsageFilter } from "#app/lib/usage-params.ts";
import { useRange } from "#app/lib/use-range.ts";
import { formatTimeWithZone } from "#app/lib/wall-clock.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { PlotSkeleton } from "./analytics-skeleton.tsx";
import { ChartCard, UsageTableButton } from "./chart-card.tsx";
import { LegendSkeleton } from "./legend-skeleton.tsx";
import { STACK_FAILED } from "./messages.ts";
import { StackedBy } from "./stacked-by.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { type Stacking, useStacking } from "./use-stacking.ts";
import { ViewSwitch } from "./view-switch.tsx";

const loadLegend = () => import("./stack-legend.tsx");

interface UsageChartCardProps {
  data: AnalyticsResponse;
  buckets: readonly Bucket[];
  filter: UsageFilter;
  /** The reader can stack the series by key or model. */
  stackable: boolean;
}

export function UsageChartCard({ data, buckets, filter, stackable }: UsageChartCardProps) {
  const [metric, setMetric] = useState<MetricName>("requests");
  const [range] = useRange();
  const stacking = useStacking({ metric, data, filter, enabled: stackable });
  const { data: stacked } = stacking.view;
  const shown = stacked ?? { data, buckets };
  const hasRequests = shown.data.total_requests > 0;
  return (
    <ChartCard
      className="h-full"
      heading={
        <div className="sm:min-h-13">
          <h2 className="text-small font-medium text-ink-2">{METRICS[metric].title}</h2>
          {hasRequests && <Figure metric={metric} data={shown.data} />}
        </div>
      }
      views={
        <div className="grid justify-items-end gap-2 max-sm:w-full max-sm:justify-items-stretch">
          <ViewSwitch label="Chart" views={METRIC_VIEWS} chosen={metric} onChoose={setMetric} />
          <StackedBy {...stacking} />
        </div>
      }
      plot={
        stacking.by === null ? (
          <UsageChart metric={metric} data={data} buckets={buckets} />
        ) : (
          <StackedPlot metric={metric} {...stacking} />
        )
      }
      legend={hasRequests && <Legend metric={metric} data={data} stacking={stacking} />}
      footerClassName="min-h-9.25"
      footer={
        <>
          <span className="tabular-nums">
            As of {formatTimeWithZone(shown.data.as_of)}
            {stacked && stacked.stack.series.length > 1 && " · click a name to show only it"}
          </span>
          {hasRequests && (
            <span className="flex gap-4">
              <Button asChild variant="link" className="gap-1.5 text-caption max-sm:hidden">
                <Link to={requestsPath(range, filter)}>
                  <List className="size-3.5" aria-hidden="true" />
                  View requests
                </Link>
              </Button>
              <UsageTableButton
                buckets={shown.buckets}
                caption={rangeLabel(chosenOf(shown.data))}
                withTokens
                stack={stacked && { ...stacked.stack, metric: METRICS[metric].title }}
                className="text-caption"
                iconClassName="size-3.5"
              />
            </span>
          )}
        </>
      }
    />
  );
}

type StackedPlotProps = Pick<Stacking, "view" | "isStale"> & { metric: MetricName };

const StackedPlot = ({ metric, view, isStale }: StackedPlotProps) => (
  <QueryState
    query={view}
    loading="Loading series"
    skeleton={<PlotSkeleton className="h-full" />}
    failed={{ title: STACK_FAILED, className: "px-1 py-0 max-lg:px-1" }}
  >
    {({ drawn, data, buckets }) => (
      <div className={cn("size-full transition-opacity", isStale && "opacity-60")}>
        <UsageChart metric={metric} data={data} buckets={buckets} stack={drawn} />
      </div>
    )}
  </QueryState>
);

interface LegendProps {
  metric: MetricName;
  data: AnalyticsResponse;
  stacking: Stacking;
}

function Legend({ metric, data, stacking: { by, view, toggle } }: LegendProps) {
  if (by === null) return metric === "tokens" && <TokenLegend data={data} />;
  if (view.data)
    return <LazyComponent load={loadLegend} props={{ ...view.data, toggle }} waiting={<LegendSkeleton />} />;
  return view.error === null && <LegendSkeleton />;
}

function Figure({ metric, data }: { metric: MetricName; data: AnalyticsResponse }) {
  const { value, caption, exact } = METRICS[metric].figureOf(data);
  return (
    <p className="mt-1 flex items-baseline gap-2">
      <span
        translate="no"
        title={exact === value ? undefined : exact}
        className="text-[1.375rem] leading-7 font-medium tracking-[-0.025em] whitespace-nowrap tabular-nums"
      >
        {value}
      </span>
      <span className="text-caption text-ink-3">{caption}</span>
    </p>
  );
}

/** Below the chart of tokens: what its colors stand for, with the totals. */
function TokenLegend({ data }: { data: AnalyticsResponse }) {
  const counts = tokenCounts(data);
  if (!counts) return null;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 px-5 pt-2 text-caption text-ink-2 max-lg:px-4">
      {TOKEN_PARTS.map(({ part, name, layer }) => (
        <span key={part} className="flex items-center gap-1.5" title={formatNumber(counts[part])}>
          <Swatch layer={layer} />
          {name}{" "}
          <span translate="no" className="font-medium text-ink tabular-nums">
            {formatCompact(counts[part])}
          </span>
        </span>
      ))}
    </div>
  );
}
