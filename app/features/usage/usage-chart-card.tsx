import { Link } from "@remix-run/react";
import { List } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import type { Bucket } from "./buckets.ts";
import { EmptyPlot } from "./empty-plot.tsx";
import { RANGE_PHRASES } from "./messages.ts";
import { METRIC_NAMES, METRICS, type MetricName } from "./metrics.ts";
import { PLOT_SIZE } from "./plot-skeleton.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { requestsPath, type UsageFilter } from "./usage-filter.ts";
import { UsageTableButton } from "./usage-table-button.tsx";
import { formatTimeWithZone } from "./wall-clock.ts";

interface UsageChartCardProps {
  answer: AnalyticsAnswer;
  buckets: readonly Bucket[];
  zone: string;
  /** What the answer was asked for. */
  filter: UsageFilter;
}

function MetricSwitch({ metric, onMetric }: { metric: MetricName; onMetric: (metric: MetricName) => void }) {
  const choose = (value: string) => {
    const chosen = METRIC_NAMES.find((name) => name === value);
    if (chosen) onMetric(chosen);
  };
  return (
    <Segmented aria-label="Chart" value={metric} onValueChange={choose} className="max-sm:w-full">
      {METRIC_NAMES.map((name) => (
        <SegmentedItem key={name} value={name} className="flex-1">
          {METRICS[name].button}
        </SegmentedItem>
      ))}
    </Segmented>
  );
}

function Figure({ metric, answer }: { metric: MetricName; answer: AnalyticsAnswer }) {
  const { value, caption } = METRICS[metric].figureOf(answer);
  return (
    <p className="mt-1 flex items-baseline gap-2">
      <span className="text-[1.375rem] leading-7 font-medium tracking-[-0.025em] whitespace-nowrap tabular">
        {value}
      </span>
      <span className="text-caption text-ink-3">{caption}</span>
    </p>
  );
}

function Plot({
  metric,
  answer,
  buckets,
}: Omit<UsageChartCardProps, "zone" | "filter"> & { metric: MetricName }) {
  const phrase = RANGE_PHRASES[answer.range];
  if (answer.total_requests === 0) {
    return (
      <EmptyPlot title={`No requests in ${phrase}`} description="The chart starts with your first request." />
    );
  }
  if (metric === "errors" && buckets.every(({ errors }) => errors === 0)) {
    return <EmptyPlot title={`No errors in ${phrase}`} description="Every request succeeded." />;
  }
  return <UsageChart metric={metric} buckets={buckets} range={answer.range} />;
}

export function UsageChartCard({ answer, buckets, zone, filter }: UsageChartCardProps) {
  const [metric, setMetric] = useState<MetricName>("requests");
  const used = answer.total_requests > 0;
  return (
    <Card className="flex flex-col">
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="sm:min-h-13">
          <h2 className="text-small font-medium text-ink-2">{METRICS[metric].title}</h2>
          {used && <Figure metric={metric} answer={answer} />}
        </div>
        <MetricSwitch metric={metric} onMetric={setMetric} />
      </header>
      <div className="px-4 pt-4 max-sm:px-2">
        <div className={PLOT_SIZE}>
          <Plot metric={metric} answer={answer} buckets={buckets} />
        </div>
      </div>
      <CardFooter className="mt-3 min-h-9.25 flex-wrap gap-y-0 py-0">
        <span className="tabular">As of {formatTimeWithZone(answer.as_of, zone)}</span>
        {used && (
          <span className="flex gap-4">
            <Button asChild variant="link" className="gap-1.5 text-caption">
              <Link to={requestsPath(answer.range, filter)}>
                <List className="size-3.5" aria-hidden="true" />
                View requests
              </Link>
            </Button>
            <UsageTableButton buckets={buckets} range={answer.range} />
          </span>
        )}
      </CardFooter>
    </Card>
  );
}
