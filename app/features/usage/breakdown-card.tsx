import { Link } from "@remix-run/react";
import { CircleAlert, RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars } from "#app/lib/format.ts";
import type { Range } from "#core/domain/ranges.ts";
import { BreakdownList } from "./breakdown-list.tsx";
import { BreakdownSkeleton } from "./breakdown-skeleton.tsx";
import { BREAKDOWN_VIEWS, type BreakdownView, breakdownRows, totalCost } from "./breakdown-view.ts";
import { BREAKDOWN_FAILED, BREAKDOWN_TITLE, RANGE_PHRASES } from "./messages.ts";
import { requestsPath, type UsageFilter } from "./usage-filter.ts";
import { useBreakdown } from "./use-breakdown.ts";
import { useKeyLabels } from "./use-key-labels.ts";

const VIEW_LABELS: Record<BreakdownView, string> = { keys: "Keys", endpoints: "Endpoints" };

interface BreakdownCardProps {
  range: Range;
  filter: UsageFilter;
}

/** Where the requests and the money of a range went. */
export function BreakdownCard({ range, filter }: BreakdownCardProps) {
  const [view, setView] = useState<BreakdownView>("keys");
  const labels = useKeyLabels();
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useBreakdown(range, filter);
  const rows = data && breakdownRows(data, view, labels);
  return (
    <Card aria-busy={isPending}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="min-w-0">
          <CardTitle>{BREAKDOWN_TITLE}</CardTitle>
          <p className="h-4 text-caption text-ink-3 tabular">
            {rows && data && `${formatExactDollars(totalCost(rows))} in ${RANGE_PHRASES[data.range]}`}
          </p>
        </div>
        <ViewSwitch view={view} onView={setView} />
      </header>
      {rows ? (
        <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
          <BreakdownList key={view} rows={rows} view={view} range={range} />
        </div>
      ) : isPending ? (
        <BreakdownSkeleton />
      ) : (
        <Failed busy={isFetching} onRetry={() => refetch()} />
      )}
      <CardFooter className="min-h-9.25 py-0">
        <span>Choose a row to see only its figures</span>
        <Button asChild variant="link" className="text-caption">
          <Link to={requestsPath(range, filter)}>View requests</Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

function ViewSwitch({ view, onView }: { view: BreakdownView; onView: (view: BreakdownView) => void }) {
  const choose = (value: string) => {
    const chosen = BREAKDOWN_VIEWS.find((name) => name === value);
    if (chosen) onView(chosen);
  };
  return (
    <Segmented aria-label={BREAKDOWN_TITLE} value={view} onValueChange={choose} className="max-sm:w-full">
      {BREAKDOWN_VIEWS.map((name) => (
        <SegmentedItem key={name} value={name} className="flex-1">
          {VIEW_LABELS[name]}
        </SegmentedItem>
      ))}
    </Segmented>
  );
}

function Failed({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div role="alert" className="flex flex-col items-start px-5 py-4 max-lg:px-4">
      <p className="flex items-start gap-2 text-small text-ink-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        {BREAKDOWN_FAILED}
      </p>
      <Button size="sm" className="mt-4" busy={busy} onClick={onRetry}>
        {!busy && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
