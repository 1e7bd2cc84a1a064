import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { formatMilliseconds } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";

const MEANINGS = [
  ["p50", "Half of the requests took at most"],
  ["p95", "95 of 100 requests took at most"],
  ["p99", "99 of 100 requests took at most"],
] as const;

type PercentileListProps = OnDemandProps & Pick<AnalyticsAnswer, "percentiles">;

export default function PercentileList({ percentiles, trigger }: PercentileListProps) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Response time percentiles" className="w-68">
        <dl className="grid gap-3 text-small">
          {MEANINGS.map(([name, meaning]) => (
            <div key={name} className="flex items-start justify-between gap-4">
              <dt>
                {name}
                <span className="block text-caption text-ink-3">{meaning}</span>
              </dt>
              <dd className="font-medium whitespace-nowrap tabular">
                {formatMilliseconds(percentiles[name])}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t pt-3 text-caption text-ink-3">
          {percentiles.p95 === null
            ? "Not known for a single endpoint: percentiles are kept for the account and for each key."
            : "Within 5% of the exact value."}
        </p>
      </PopoverContent>
    </Popover>
  );
}
