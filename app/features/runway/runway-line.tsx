import { useQuery } from "@tanstack/react-query";
import { RetryLink } from "#app/components/failed-load.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { durationText } from "#app/lib/pace.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { runwayMessages } from "./messages.ts";
import { runwayQuery } from "./queries.ts";
import { runwayLine } from "./runway-view.ts";

interface RunwayLineProps {
  added?: number;
  className?: string;
}

/** How long the balance lasts, with `added` dollars more. Nothing at all where there is nothing to say. */
export function RunwayLine({ added = 0, className }: RunwayLineProps) {
  const query = useQuery({ ...runwayQuery, ...EVERY_MINUTE });
  if (query.data && runwayLine(query.data, added) === null) return null;
  return (
    <div className={className}>
      <QueryState
        query={query}
        loading="Loading estimate"
        skeleton={<Skeleton className="my-0.5 h-3 w-48 max-w-full" />}
        failed={({ onRetry }) => (
          <p>
            {runwayMessages.short.failed} · <RetryLink onRetry={onRetry} className="text-caption" />
          </p>
        )}
      >
        {(data) => <p>{runwayLine(data, added)}</p>}
      </QueryState>
    </div>
  );
}

/** `About 7 days at this pace`, below an amount; empty without an estimate. */
export const AmountPace = ({ dollars }: { dollars: number }) => (
  <QueryState
    query={useQuery(runwayQuery)}
    loading="Loading estimate"
    skeleton={<Skeleton className="my-0.5 h-3 w-32 max-w-full" />}
    failed={() => null}
  >
    {({ daily_cost }) => daily_cost && `${durationText(dollars, daily_cost)} ${runwayMessages.atThisPace}`}
  </QueryState>
);
