import { useQuery } from "@tanstack/react-query";
import { RetryLink } from "#app/components/failed-load.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { runwayMessages } from "./messages.ts";
import { runwayQuery } from "./queries.ts";
import { durationText, runwayLine } from "./runway-view.ts";

/** How long the balance lasts, with `added` dollars more. */
export const RunwayLine = ({ added = 0 }: { added?: number }) => (
  <QueryState
    query={useQuery(runwayQuery)}
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
);

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
