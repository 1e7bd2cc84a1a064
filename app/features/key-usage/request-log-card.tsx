import { CircleAlert, Inbox, RotateCw } from "lucide-react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { zoneName } from "#app/features/usage/wall-clock.ts";
import { formatNumber } from "#app/lib/format.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { keyUsageMessages } from "./messages.ts";
import { RequestList } from "./request-list.tsx";
import { RequestRowsSkeleton } from "./request-log-skeleton.tsx";
import { LOG_TABLE_FROM_PIXELS } from "./request-parts.tsx";
import { RequestTable } from "./request-table.tsx";
import type { useRequestLog } from "./use-request-log.ts";

type RequestLog = ReturnType<typeof useRequestLog>;

export function RequestLogCard({ log, zone }: { log: RequestLog; zone: string }) {
  return (
    <Card aria-busy={log.isPending}>
      <div className="flex h-14 items-center px-5 max-lg:px-4">
        <CardTitle>{keyUsageMessages.log}</CardTitle>
      </div>
      {log.requests ? (
        <Requests log={log} requests={log.requests} zone={zone} />
      ) : log.isPending ? (
        <RequestRowsSkeleton />
      ) : (
        <Failed log={log} />
      )}
    </Card>
  );
}

interface RequestsProps {
  log: RequestLog;
  requests: NonNullable<RequestLog["requests"]>;
  zone: string;
}

function Requests({ log, requests, zone }: RequestsProps) {
  const Rows = useIsNarrow(LOG_TABLE_FROM_PIXELS) ? RequestList : RequestTable;
  if (requests.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title={keyUsageMessages.noRequests}
        description="Each request of this key is listed here."
        className="border-t py-10"
      />
    );
  }
  return (
    <>
      <Rows requests={requests} />
      <LogFooter log={log} count={requests.length} zone={zone} />
    </>
  );
}

function LogFooter({ log, count, zone }: { log: RequestLog; count: number; zone: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = log;

  async function loadMore() {
    const { hasNextPage: more } = await log.fetchNextPage();
    // With the last page the button goes, and the focus with it.
    if (!more) shown.current?.focus();
  }

  return (
    <CardFooter className="min-h-13">
      <p ref={shown} tabIndex={-1} role="status" className="tabular">
        {isFetchNextPageError && !isFetchingNextPage
          ? keyUsageMessages.moreFailed
          : `Showing ${formatNumber(count)} ${count === 1 ? "request" : "requests"}, newest first · ${zoneName(Date.now(), zone)}`}
      </p>
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} onClick={loadMore}>
          {isFetchNextPageError ? "Retry" : "Load more"}
        </Button>
      )}
    </CardFooter>
  );
}

function Failed({ log }: { log: RequestLog }) {
  return (
    <div role="alert" className="flex flex-col items-start border-t px-5 pt-4 pb-5 max-lg:px-4">
      <p className="flex items-start gap-2 text-small text-ink-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        {keyUsageMessages.logFailed}
      </p>
      <Button size="sm" className="mt-4" busy={log.isFetching} onClick={() => log.refetch()}>
        {!log.isFetching && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
