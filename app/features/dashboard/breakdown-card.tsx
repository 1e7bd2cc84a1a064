import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import Coins from "lucide-react/icons/coins";
import { useState } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RankedListSkeleton } from "#app/features/analytics/analytics-skeleton.tsx";
import { breakdownQuery } from "#app/features/analytics/queries.ts";
import { ViewSwitch } from "#app/features/analytics/view-switch.tsx";
import { useKeyLabels } from "#app/features/keys/queries.ts";
import { type BreakdownView, breakdownRows, totalCost } from "#app/lib/analytics/breakdown-view.ts";
import { inRange } from "#app/lib/analytics/range-text.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatSum } from "#app/lib/format.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { requestsPath, type UsageFilter } from "#app/lib/usage-params.ts";
import type { BreakdownResponse } from "#core/contract/analytics.ts";
import { BreakdownList } from "./breakdown-list.tsx";
import { BREAKDOWN_FAILED, BREAKDOWN_TITLES, BREAKDOWN_UNKNOWN } from "./messages.ts";

const SKELETON_WIDTHS = ["w-32", "w-24", "w-36", "w-20", "w-28"];
const VIEWS: { view: BreakdownView; label: string }[] = [
  { view: "keys", label: "Keys" },
  { view: "endpoints", label: "Endpoints" },
  { view: "models", label: "Models" },
];

export function BreakdownCard({ range, filter }: { range: ChosenRange; filter: UsageFilter }) {
  const [view, setView] = useState<BreakdownView>("keys");
  const query = useQuery({ ...breakdownQuery(range, filter), ...EVERY_MINUTE });
  return (
    <Card>
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="min-w-0">
          <CardTitle>{BREAKDOWN_TITLES[view]}</CardTitle>
          <p className="h-4 text-caption text-ink-3 tabular-nums">
            {query.data && <Total data={query.data} />}
          </p>
        </div>
        <ViewSwitch label="Spend by" views={VIEWS} chosen={view} onChoose={setView} />
      </header>
      <QueryState
        query={query}
        loading="Loading spend"
        skeleton={
          <div className="px-5 py-2 max-lg:px-4">
            <RankedListSkeleton head="w-10" names={SKELETON_WIDTHS} />
          </div>
        }
        failed={{ title: BREAKDOWN_FAILED, blockedOnly: true }}
      >
        {(data) => (
          <div className={cn("transition-opacity", query.isPlaceholderData && "opacity-60")}>
            <Breakdown key={view} data={data} view={view} />
          </div>
        )}
      </QueryState>
      <CardFooter className="min-h-9.25 py-0">
        <span>Click a row to filter</span>
        <Button asChild variant="link" className="text-caption">
          <Link to={requestsPath(range, filter)}>View requests</Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

function Total({ data }: { data: BreakdownResponse }) {
  // Each list adds up to the same amount; that of the keys is always there.
  const total = totalCost(data.keys);
  return (
    <span title={formatExactDollars(total)}>
      {formatSum(total)} {inRange(data)}
    </span>
  );
}

function Breakdown({ data, view }: { data: BreakdownResponse; view: BreakdownView }) {
  const rows = breakdownRows(data, view, useKeyLabels());
  if (!rows) {
    const text = BREAKDOWN_UNKNOWN[view === "models" ? "models" : "endpoints"];
    return <EmptyState icon={CircleHelp} {...text} className="py-10" />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Coins}
        title={`No requests ${inRange(data)}`}
        description="The cost of your requests appears here."
        className="py-10"
      />
    );
  }
  return <BreakdownList rows={rows} view={view} />;
}
