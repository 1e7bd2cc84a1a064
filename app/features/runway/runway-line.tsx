import { useQuery } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { runwayMessages } from "./messages.ts";
import { runwayQuery } from "./queries.ts";
import { durationText, runwayLine } from "./runway-view.ts";

/** How long the balance lasts, with `added` dollars more. */
export function RunwayLine({ added = 0 }: { added?: number }) {
  const { data, isPending, isFetching, refetch } = useQuery(runwayQuery);
  if (isPending) return <Skeleton className="my-0.5 h-3 w-48 max-w-full" />;
  if (data) return <p>{runwayLine(data, added)}</p>;
  return (
    <p>
      {runwayMessages.short.failed} ·{" "}
      <Button
        variant="link"
        busy={isFetching}
        onClick={() => refetch()}
        className="text-caption max-lg:min-h-0"
      >
        Retry
      </Button>
    </p>
  );
}

/** `About 7 days at this pace`, below an amount; empty without an estimate. */
export function AmountPace({ dollars }: { dollars: number }) {
  const { data, isPending } = useQuery(runwayQuery);
  if (isPending) return <Skeleton className="my-0.5 h-3 w-32 max-w-full" />;
  return (
    <>{data?.daily_cost ? `${durationText(dollars, data.daily_cost)} ${runwayMessages.atThisPace}` : null}</>
  );
}
