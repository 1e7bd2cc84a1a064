import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { formatMilliseconds } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";

const PERCENTILES = [
  ["p50", "Median"],
  ["p95", "95% of requests took at most"],
  ["p99", "99% of requests took at most"],
] as const;

type PercentileListProps = OnDemandProps & Pick<AnalyticsResponse, "percentiles">;

export default function PercentileList({ percentiles, trigger }: PercentileListProps) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Response time percentiles" className="w-68">
        <dl className="grid gap-3 text-small">
          {PERCENTILES.map(([name, meaning]) => (
            <div key={name} className="flex items-start justify-between gap-4">
              <dt>
                {name}
                <span className="block text-caption text-ink-3">{meaning}</span>
              </dt>
              <dd translate="no" className="font-medium whitespace-nowrap tabular-nums">
                {formatMilliseconds(percentiles[name])}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t pt-3 text-caption text-ink-3">
          {percentiles.p95 === null
            ? "Not available for a single endpoint or model. Percentiles are recorded per account and per key."
            : "Accurate to within 5%."}
        </p>
      </PopoverContent>
    </Popover>
  );
}
