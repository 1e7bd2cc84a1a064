import { CircleAlert, RotateCw } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CardFooter } from "#app/components/ui/card.tsx";
import { zoneName } from "#app/features/usage/wall-clock.ts";
import { cn } from "#app/lib/class-names.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { shownText } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";
import { RequestRowsSkeleton } from "./request-log-skeleton.tsx";
import type { RequestLog } from "./use-request-log.ts";

interface LogBodyProps {
  log: RequestLog;
  zone: string;
  /** How many requests there are in all, where that is known. */
  total?: number | null;
  empty: ReactNode;
  children: (requests: UsageItem[]) => ReactNode;
}

/** A list of requests that grows by pages, in each of its states. */
export function LogBody({ log, zone, total = null, empty, children }: LogBodyProps) {
  const { requests, isError, isPlaceholderData } = log;
  if (isError && (!requests || isPlaceholderData)) return <Failed log={log} />;
  if (!requests) return <RequestRowsSkeleton />;
  if (requests.length === 0) return empty;
  return (
    <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
      {children(requests)}
      <LogFooter log={log} count={requests.length} total={total} zone={zone} />
    </div>
  );
}

interface LogFooterProps extends Required<Pick<LogBodyProps, "log" | "zone" | "total">> {
  count: number;
}

function LogFooter({ log, count, total, zone }: LogFooterProps) {
  const shown = useRef<HTMLParagraphElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = log;

  async function loadMore() {
    const { hasNextPage: more } = await log.fetchNextPage();
    // With the last page the button goes, and the focus with it.
    if (!more) shown.current?.focus();
  }

  return (
    <CardFooter className="min-h-13">
      <p ref={shown} tabIndex={-1} role="status" className="tabular">
        {isFetchNextPageError && !isFetchingNextPage
          ? usageLogMessages.moreFailed
          : `${shownText(count, { total, complete: !hasNextPage })} · ${zoneName(Date.now(), zone)}`}
      </p>
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage || isPlaceholderData} onClick={loadMore}>
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
        {usageLogMessages.failed}
      </p>
      <Button size="sm" className="mt-4" busy={log.isFetching} onClick={() => log.refetch()}>
        {!log.isFetching && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
