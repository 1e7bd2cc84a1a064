import type { ReactNode } from "react";
import { ListFooter } from "#app/components/list-footer.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { readerZoneName } from "#app/lib/wall-clock.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { shownText } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";
import type { RequestLog } from "./queries.ts";
import { KEY_LOG } from "./request-rows.tsx";

const SKELETON_ROWS = 10;

interface LogBodyProps {
  log: RequestLog;
  /** The table of the rows, for its skeleton. */
  table: TableSpec<never>;
  /** Number of all matching requests; null if unknown. */
  total?: number | null;
  /** Rows that aren't requests. */
  hasOthers?: boolean;
  empty: ReactNode;
  children: (requests: UsageItem[]) => ReactNode;
}

export const LogBody = ({ log, table, total = null, hasOthers = false, empty, children }: LogBodyProps) => (
  <QueryState
    query={{ ...log, data: log.requests }}
    loading="Loading requests"
    skeleton={<TableSkeleton table={table} rows={SKELETON_ROWS} />}
    failed={{ title: usageLogMessages.failed, blockedOnly: true, className: "border-t" }}
  >
    {(requests) =>
      requests.length === 0 && !hasOthers ? (
        empty
      ) : (
        <div className={cn("transition-opacity", log.isPlaceholderData && "opacity-60")}>
          {children(requests)}
          <LogFooter log={log} count={requests.length} total={total} />
        </div>
      )
    }
  </QueryState>
);

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

/** The log of one key. */
export const RequestLogSkeleton = () => (
  <Card>
    <div className="flex h-14 items-center px-5 max-lg:px-4">
      <Skeleton className="h-3.5 w-24" />
    </div>
    <TableSkeleton table={KEY_LOG} rows={SKELETON_ROWS} />
  </Card>
);
