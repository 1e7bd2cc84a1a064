import { Link } from "@remix-run/react";
import List from "lucide-react/icons/list";
import { useState } from "react";
import { Swatch } from "#app/components/charts/swatch.tsx";
import { METRIC_VIEWS, METRICS, type MetricName, TOKEN_PARTS } from "#app/components/charts/usage-metrics.ts";
import { Button } from "#app/components/ui/button.tsx";
import type { Bucket } from "#app/lib/analytics/buckets.ts";
import { rangeLabel } from "#app/lib/analytics/range-text.ts";
import { tokenCounts } from "#app/lib/analytics/token-counts.ts";
import { chosenOf } from "#app/lib/chosen-range.ts";
import { formatCompact, formatNumber } from "#app/lib/format.ts";
import { requestsPath, type UsageFilter } from "#app/lib/usage-params.ts";
import { useRange } from "#app/lib/use-range.ts";
import { formatTimeWithZone } from "#app/lib/wall-clock.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { ChartCard, UsageTableButton } from "./chart-card.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { ViewSwitch } from "./view-switch.tsx";

interface UsageChartCardProps {
  data: AnalyticsResponse;
  buckets: readonly Bucket[];
  filter: UsageFilter;
}

export function UsageChartCard({ data, buckets, filter }: UsageChartCardProps) {
  const [metric, setMetric] = useState<MetricName>("requests");
  const [range] = useRange();
  const hasRequests = data.total_requests > 0;
  return (
    <ChartCard
      className="h-full"
      heading={
        <div className="sm:min-h-13">
          <h2 className="text-small font-medium text-ink-2">{METRICS[metric].title}</h2>
          {hasRequests && <Figure metric={metric} data={data} />}
        </div>
      }
      views={<ViewSwitch label="Chart" views={METRIC_VIEWS} chosen={metric} onChoose={setMetric} />}
      plot={<UsageChart metric={metric} data={data} buckets={buckets} />}
      legend={metric === "tokens" && hasRequests && <TokenLegend data={data} />}
      footerClassName="min-h-9.25"
      footer={
        <>
          <span className="tabular-nums">As of {formatTimeWithZone(data.as_of)}</span>
          {hasRequests && (
            <span className="flex gap-4">
              <Button asChild variant="link" className="gap-1.5 text-caption max-sm:hidden">
                <Link to={requestsPath(range, filter)}>
                  <List className="size-3.5" aria-hidden="true" />
                  View requests
                </Link>
              </Button>
              <UsageTableButton
                buckets={buckets}
                caption={rangeLabel(chosenOf(data))}
                withTokens
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
