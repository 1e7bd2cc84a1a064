import type { ReactNode } from "react";
import { ListFooter } from "#app/components/list-footer.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { readerZoneName } from "#app/features/analytics/wall-clock.ts";
import { asBlocked } from "#app/lib/blocked-request.ts";
import { cn } from "#app/lib/class-names.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { shownText } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";
import type { RequestLog } from "./queries.ts";

const SKELETON_ROWS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"];

interface LogBodyProps {
  log: RequestLog;
  /** Number of all matching requests; null if unknown. */
  total?: number | null;
  /** Rows that aren't requests. */
  hasOthers?: boolean;
  empty: ReactNode;
  children: (requests: UsageItem[]) => ReactNode;
}

export function LogBody({ log, total = null, hasOthers = false, empty, children }: LogBodyProps) {
  const { requests, isError, isPlaceholderData } = log;
  if (isError && (!requests || isPlaceholderData)) {
    return (
      <LoadFailure
        title={usageLogMessages.failed}
        error={asBlocked(log.error)}
        busy={log.isFetching}
        onRetry={() => log.refetch()}
        className="border-t"
      />
    );
  }
  if (!requests) return <RequestRowsSkeleton />;
  if (requests.length === 0 && !hasOthers) return empty;
  return (
    <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
      {children(requests)}
      <LogFooter log={log} count={requests.length} total={total} />
    </div>
  );
}

type LogFooterProps = Pick<LogBodyProps, "log"> & { count: number; total: number | null };

function LogFooter({ log, count, total }: LogFooterProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = log;
  return (
    <ListFooter query={log}>
      {isFetchNextPageError && !isFetchingNextPage
        ? usageLogMessages.moreFailed
        : `${shownText(count, { total, complete: !hasNextPage })} · ${readerZoneName(Date.now())}`}
    </ListFooter>
  );
}

const RequestRowsSkeleton = () => (
  <>
    <div className="h-9 border-y bg-canvas max-lg:hidden" />
    {SKELETON_ROWS.map((row) => (
      <div
        key={row}
        className="flex h-11 items-center justify-between gap-6 border-t px-5 first-of-type:border-t-0 max-lg:h-15.25 max-lg:px-4"
      >
        <Skeleton className="h-3 w-32 max-lg:w-8" />
        <Skeleton className="h-3 w-44 max-lg:w-40" />
        <Skeleton className="h-3 w-10 max-lg:hidden" />
        <Skeleton className="h-3 w-16" />
      </div>
    ))}
  </>
);

export const RequestLogSkeleton = () => (
  <Card>
    <div className="flex h-14 items-center px-5 max-lg:px-4">
      <Skeleton className="h-3.5 w-24" />
    </div>
    <RequestRowsSkeleton />
  </Card>
);
