import { Link } from "@remix-run/react";
import Inbox from "lucide-react/icons/inbox";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { UsageActions } from "#app/features/analytics/usage-actions.tsx";
import { useKeyLabels } from "#app/features/keys/queries.ts";
import { inRange, RANGE_PHRASES, type RangeWindow } from "#app/lib/analytics/range-text.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatNumber } from "#app/lib/format.ts";
import { keyName } from "#app/lib/keys/key-labels.ts";
import { pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { isFiltered } from "#app/lib/usage-params.ts";
import { useOpenRequest } from "#app/lib/use-open-request.ts";
import { useRange } from "#app/lib/use-range.ts";
import { DownloadUsageButton } from "./download-usage-button.tsx";
import { LogBody } from "./log-body.tsx";
import { LogFilters } from "./log-filters.tsx";
import { countOf, type LogTotals, type RefusedCount, totalsCaption } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";
import { useRequestLog } from "./queries.ts";
import { mergeByTime } from "./refusal-view.ts";
import { ReceiptDialog } from "./request-receipt.tsx";
import { LOG, LogRows } from "./request-rows.tsx";
import {
  type LogView,
  useAwaited,
  useLogRefresh,
  useLogView,
  useLogWindow,
  useRefusals,
} from "./use-log-view.ts";

const LONGEST_RANGE = { range: "30d" } as const;

export const { meta } = pages.usage;

export default function UsageLogPage() {
  const [, chooseRange] = useRange();
  const { view, chooseFilter, chooseStatus, clearFilters } = useLogView();
  const { requestId, openRequest, closeRequest, linkToRequest } = useOpenRequest();
  const { range, filter, status } = view;
  const counted = useLogWindow(range, filter);
  const { window, totals, stale } = counted;
  const log = useRequestLog(window && { ...filter, range, window, ...(status && { status }) });
  useLogRefresh(view, log.data?.pages.length ?? 0);
  const { awaited, ask } = useAwaited(
    counted.refreshing || log.isFetching,
    log.data === undefined || stale || log.isPlaceholderData,
  );
  const { refusals, refused, refresh: refreshRefusals } = useRefusals(view);
  const labels = useKeyLabels();
  const summary = useRef<HTMLDivElement>(null);
  // The buttons of the empty state disappear with it, and would take the focus with them.
  const keepFocus = () => summary.current?.focus();
  const refresh = () => {
    ask();
    counted.refresh();
    refreshRefusals();
  };
  return (
    <>
      <PageHeader
        {...pages.usage.heading}
        actions={<UsageActions refreshing={awaited} onRefresh={refresh} />}
      />
      <Card>
        <CardTitle className="sr-only">{usageLogMessages.log}</CardTitle>
        <div
          ref={summary}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-3 rounded-t-card px-5 py-3 max-lg:px-4"
        >
          <LogTotalsLine
            totals={totals}
            status={status}
            shown={counted.shown}
            refused={refused}
            stale={stale}
          />
          <DownloadUsageButton view={view} />
        </div>
        <LogFilters
          filter={filter}
          status={status}
          endpoints={counted.endpoints}
          models={counted.models}
          onFind={openRequest}
          onFilter={chooseFilter}
          onStatus={chooseStatus}
        />
        <LogBody
          log={log}
          table={LOG}
          total={totals && !stale ? countOf(totals, status) : null}
          hasOthers={refusals.length > 0}
          empty={
            <NoRequests
              view={view}
              onClear={() => {
                clearFilters();
                keepFocus();
              }}
              onRange={(longer) => {
                chooseRange(longer);
                keepFocus();
              }}
            />
          }
        >
          {(requests) => (
            <LogRows
              entries={mergeByTime(requests, refusals, !log.hasNextPage)}
              keyName={(keyId, name) => keyName({ keyId, name }, labels)}
              linkTo={linkToRequest}
            />
          )}
        </LogBody>
      </Card>
      <ReceiptDialog requestId={requestId} onClose={closeRequest} />
    </>
  );
}

interface LogTotalsLineProps {
  /** Undefined while they load, null if they cannot be loaded. */
  totals: LogTotals | null | undefined;
  status: string | undefined;
  /** The window of the totals. */
  shown: RangeWindow | null;
  refused: RefusedCount;
  stale: boolean;
}

function LogTotalsLine({ totals, status, shown, refused, stale }: LogTotalsLineProps) {
  const count = totals ? countOf(totals, status) : null;
  return (
    <div
      className={cn(
        "flex min-h-7 min-w-0 flex-wrap items-baseline gap-x-2 transition-opacity",
        stale && "opacity-60",
      )}
    >
      {totals === undefined && (
        <Loading label="Loading totals">
          <Skeleton className="mt-1.5 h-4 w-64 max-w-full" />
        </Loading>
      )}
      {count !== null && (
        <span
          translate="no"
          className="text-[1.375rem] leading-7 font-medium tracking-[-0.025em] tabular-nums"
        >
          {formatNumber(count)}
        </span>
      )}
      {totals !== undefined && shown && (
        <span
          title={totals ? formatExactDollars(totals.cost) : undefined}
          className="text-caption text-ink-3 tabular-nums"
        >
          {totalsCaption(totals, status, shown, refused)}
        </span>
      )}
    </div>
  );
}

type NoRequestsProps = { view: LogView; onClear: () => void; onRange: (range: ChosenRange) => void };

/** Offers fewer filters, then a longer range, then the way to a first request. */
function NoRequests({ view, onClear, onRange }: NoRequestsProps) {
  const { empty, filteredHelp, quietHelp, clearFilters, show, sendOne } = usageLogMessages;
  const props = { icon: Inbox, title: empty, className: "border-t" };
  if (isFiltered(view.filter) || view.status !== undefined) {
    return (
      <EmptyState
        {...props}
        description={filteredHelp}
        action={<Button onClick={onClear}>{clearFilters}</Button>}
      />
    );
  }
  const action =
    view.range.range === LONGEST_RANGE.range ? (
      <Button asChild>
        <Link to={`${paths.documentationTopic("authentication")}#your-first-request`}>{sendOne}</Link>
      </Button>
    ) : (
      <Button onClick={() => onRange(LONGEST_RANGE)}>{show(RANGE_PHRASES[LONGEST_RANGE.range])}</Button>
    );
  return <EmptyState {...props} description={quietHelp(inRange(view.range))} action={action} />;
}
