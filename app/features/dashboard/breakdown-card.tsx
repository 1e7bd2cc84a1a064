import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Coins from "lucide-react/icons/coins";
import { useState } from "react";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RankedListSkeleton } from "#app/features/analytics/analytics-skeleton.tsx";
import {
  type BreakdownRow,
  type BreakdownView,
  breakdownRows,
  totalCost,
} from "#app/features/analytics/breakdown-view.ts";
import { RANGE_PHRASES } from "#app/features/analytics/messages.ts";
import { breakdownQuery } from "#app/features/analytics/queries.ts";
import { type RankedColumn, RankedList } from "#app/features/analytics/ranked-list.tsx";
import { requestsPath, type UsageFilter } from "#app/features/analytics/usage-params.ts";
import { useKeyLabels, useUsageFilter } from "#app/features/analytics/use-analytics.ts";
import { ViewSwitch } from "#app/features/analytics/view-switch.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatNumber } from "#app/lib/format.ts";
import { type Range, TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { BREAKDOWN_FAILED, BREAKDOWN_TITLE } from "./messages.ts";

const SKELETON_WIDTHS = ["w-32", "w-24", "w-36", "w-20", "w-28"];
const VIEWS: { view: BreakdownView; label: string }[] = [
  { view: "keys", label: "Keys" },
  { view: "endpoints", label: "Endpoints" },
];
const COLUMNS: RankedColumn<BreakdownRow>[] = [
  { head: "Requests", size: "w-16", tone: "", text: ({ requests }) => formatNumber(requests) },
  { head: "Cost", size: "w-24", tone: "font-medium", text: ({ cost }) => formatExactDollars(cost) },
];

export function BreakdownCard({ range, filter }: { range: Range; filter: UsageFilter }) {
  const [view, setView] = useState<BreakdownView>("keys");
  const labels = useKeyLabels();
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery(breakdownQuery(range, filter));
  const rows = data && breakdownRows(data, view, labels);
  return (
    <Card aria-busy={isPending}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="min-w-0">
          <CardTitle>{BREAKDOWN_TITLE}</CardTitle>
          <p className="h-4 text-caption text-ink-3 tabular-nums">
            {rows && data && `${formatExactDollars(totalCost(rows))} in ${RANGE_PHRASES[data.range]}`}
          </p>
        </div>
        <ViewSwitch label={BREAKDOWN_TITLE} views={VIEWS} chosen={view} onChoose={setView} />
      </header>
      {rows ? (
        <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
          <BreakdownList key={view} rows={rows} view={view} range={range} />
        </div>
      ) : isPending ? (
        <div className="px-5 py-2 max-lg:px-4" aria-hidden="true">
          <RankedListSkeleton head="w-10" names={SKELETON_WIDTHS} />
        </div>
      ) : (
        <LoadFailure title={BREAKDOWN_FAILED} busy={isFetching} onRetry={() => refetch()} />
      )}
      <CardFooter className="min-h-9.25 py-0">
        <span>Click a row to filter</span>
        <Button asChild variant="link" className="text-caption">
          <Link to={requestsPath(range, filter)}>View requests</Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

type BreakdownListProps = { rows: BreakdownRow[]; view: BreakdownView; range: Range };

function BreakdownList({ rows, view, range }: BreakdownListProps) {
  const [all, setAll] = useState(false);
  const { linkTo } = useUsageFilter();
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Coins}
        title={`No requests in ${RANGE_PHRASES[range]}`}
        description="The cost of your requests appears here."
        className="py-10"
      />
    );
  }
  const shown = rows.slice(0, all ? rows.length : TOP_LIST_SIZE);
  return (
    <div className="p-2">
      <RankedList
        head={view === "keys" ? "Key" : "Endpoint"}
        mono={view === "endpoints"}
        columns={COLUMNS}
        rows={shown.map((row) => ({ ...row, link: row.filter && linkTo(row.filter) }))}
      />
      {rows.length > TOP_LIST_SIZE && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-1 px-3 max-lg:px-2"
        >
          {all ? `Show top ${TOP_LIST_SIZE}` : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  );
}
