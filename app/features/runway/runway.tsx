import { useQuery } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import type { ReactNode } from "react";
import { RetryLink } from "#app/components/failed-load.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { paceText } from "#app/lib/pace.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import type { RunwayResponse } from "#core/contract/account.ts";
import { runwayMessages } from "./messages.ts";
import { runwayQuery } from "./queries.ts";
import { runwayWords } from "./runway-view.ts";

/** Has the same height in every state. */
export const Runway = () => (
  <QueryState
    query={useQuery({ ...runwayQuery, ...EVERY_MINUTE })}
    loading="Loading estimate"
    skeleton={<RunwaySkeleton />}
    failed={({ onRetry }) => (
      <Frame>
        <p>{runwayMessages.failed}</p>
        <RetryLink onRetry={onRetry} className="text-caption" />
      </Frame>
    )}
  >
    {(data) => <Estimate data={data} />}
  </QueryState>
);

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex gap-2.5 border-t pt-4 text-small text-ink-2">
    <Clock className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
    <div className="min-h-15 min-w-0 flex-1">{children}</div>
  </div>
);

export const RunwaySkeleton = () => (
  <Frame>
    <Skeleton className="mt-1 h-3 w-full" />
    <Skeleton className="mt-2 h-3 w-24" />
    <Skeleton className="mt-2 h-3 w-32" />
  </Frame>
);

const loadList = () => import("./runway-share-list.tsx");

function Estimate({ data }: { data: RunwayResponse }) {
  const words = runwayWords(data);
  if (!words) return null;
  const { daily_cost, keys } = data;
  const button = (
    <button
      type="button"
      className="relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline"
    >
      By key
    </button>
  );
  return (
    <Frame>
      <p>
        {words.lead} {words.end && <span className="block font-medium text-ink">{words.end}</span>}
      </p>
      {daily_cost !== null && (
        <p className="flex justify-between gap-3 text-caption leading-5 text-ink-3 tabular-nums">
          <span>{paceText(daily_cost)} over the last 7 days</span>
          {keys.length > 0 && <OnDemand load={loadList} popup="dialog" trigger={button} props={{ keys }} />}
        </p>
      )}
    </Frame>
  );
}
