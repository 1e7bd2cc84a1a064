import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import type { RunwayAnswer } from "#core/contract/runway.ts";
import { runwayMessages } from "./messages.ts";
import { RunwayShares } from "./runway-shares.tsx";
import { paceText, runwayWords } from "./runway-view.ts";
import { useRunway } from "./use-runway.ts";

/** How long the balance lasts at the pace of the last days; of the same height in each of its states. */
export function Runway() {
  const { data, isPending, isFetching, refetch } = useRunway();
  if (data) return <Told answer={data} />;
  if (isPending) return <RunwaySkeleton />;
  return (
    <Frame>
      <p>{runwayMessages.failed}</p>
      <Button
        variant="link"
        busy={isFetching}
        onClick={() => refetch()}
        className="text-caption max-lg:min-h-0"
      >
        Retry
      </Button>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex gap-2.5 border-t pt-4 text-small text-ink-2">
      <Clock className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-h-15 min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Until it is known, and before its account is. */
export const RunwaySkeleton = () => (
  <Frame>
    <Skeleton className="mt-1 h-3 w-full" />
    <Skeleton className="mt-2 h-3 w-24" />
    <Skeleton className="mt-2 h-3 w-32" />
  </Frame>
);

function Told({ answer }: { answer: RunwayAnswer }) {
  const words = runwayWords(answer);
  if (!words) return null;
  const { daily_cost, keys } = answer;
  return (
    <Frame>
      <p>
        {words.lead} {words.end && <span className="block font-medium text-ink">{words.end}</span>}
      </p>
      {daily_cost !== null && (
        <p className="flex justify-between gap-3 text-caption leading-5 text-ink-3 tabular">
          <span>{paceText(daily_cost)} over the last 7 days</span>
          {keys.length > 0 && <RunwayShares keys={keys} />}
        </p>
      )}
    </Frame>
  );
}
