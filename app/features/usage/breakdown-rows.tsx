import { formatExactDollars, formatNumber, formatPercent } from "#app/lib/format.ts";
import type { BreakdownRow, BreakdownView } from "./breakdown-view.ts";
import { RowLink, ShareBar } from "./row-link.tsx";
import { useUsageFilter } from "./use-usage-filter.ts";

const COLUMN = "w-16 text-right tabular";
const COST = "w-24 text-right font-medium tabular";
const SHARE = "w-12 text-right text-ink-2 tabular max-sm:hidden";

export function BreakdownHeads({ view }: { view: BreakdownView }) {
  return (
    <div className="flex h-7 items-center gap-4 px-3 text-caption text-ink-3 max-lg:px-2" aria-hidden="true">
      <span className="flex-1">{view === "keys" ? "Key" : "Endpoint"}</span>
      <span className="w-16 text-right">Requests</span>
      <span className="w-24 text-right">Cost</span>
      <span className="w-12 text-right max-sm:hidden">Share</span>
    </div>
  );
}

interface BreakdownRowProps {
  row: BreakdownRow;
  view: BreakdownView;
}

export function BreakdownRowItem({ row: { name, requests, cost, share, filter }, view }: BreakdownRowProps) {
  const { linkTo } = useUsageFilter();
  const look = view === "endpoints" ? "font-mono text-[0.78125rem]" : "";
  return (
    <li className="relative isolate flex h-9 min-w-0 items-center gap-4 px-3 text-small max-lg:px-2">
      <ShareBar percent={share} />
      <span className={`min-w-0 flex-1 truncate ${look}`} title={name}>
        {filter ? <RowLink {...linkTo(filter)}>{name}</RowLink> : name}
      </span>
      <span className={COLUMN}>
        <span className="sr-only">Requests </span>
        {formatNumber(requests)}
      </span>
      <span className={COST}>
        <span className="sr-only">Cost </span>
        {formatExactDollars(cost)}
      </span>
      <span className={SHARE}>
        <span className="sr-only">Share </span>
        {formatPercent(share, 1)}
      </span>
    </li>
  );
}
