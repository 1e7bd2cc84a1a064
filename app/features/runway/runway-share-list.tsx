import { LongName } from "#app/components/long-name.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { ShareBar } from "#app/features/analytics/ranked-list.tsx";
import { useKeyLabels } from "#app/features/keys/queries.ts";
import { formatExactDollars, formatPercent, formatSum } from "#app/lib/format.ts";
import type { RunwayResponse } from "#core/contract/account.ts";
import { runwayShares } from "./runway-view.ts";

export default function RunwayShareList({ keys, trigger }: OnDemandProps & Pick<RunwayResponse, "keys">) {
  const labels = useKeyLabels();
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Spent by key" className="w-80">
        <h3 className="text-small font-medium">Spent in the last 7 days</h3>
        <ul className="-mx-2 mt-2 grid max-h-72 gap-0.5 overflow-y-auto">
          {runwayShares(keys, labels).map(({ id, name, cost, share }) => (
            <li key={id} className="relative isolate flex min-h-9 min-w-0 items-center gap-3 px-2 text-small">
              <ShareBar percent={share} />
              <span className="min-w-0 flex-1">
                <LongName>{name}</LongName>
              </span>
              <span translate="no" className="tabular-nums" title={formatExactDollars(cost)}>
                {formatSum(cost)}
              </span>
              <span translate="no" className="w-12 text-right text-ink-2 tabular-nums">
                {formatPercent(share, 1)}
              </span>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
