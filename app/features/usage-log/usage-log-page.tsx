import { useRef } from "react";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { UNKNOWN_KEY } from "#app/features/usage/key-labels.ts";
import { UsageActions } from "#app/features/usage/usage-actions.tsx";
import { useKeyLabels } from "#app/features/usage/use-key-labels.ts";
import { useRange } from "#app/features/usage/use-range.ts";
import { readerZone } from "#app/features/usage/wall-clock.ts";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { DownloadUsageButton } from "./download-usage-button.tsx";
import { LogBody } from "./log-body.tsx";
import { LogFilters } from "./log-filters.tsx";
import { LogTotalsLine } from "./log-totals-line.tsx";
import { countOf } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";
import { NoRequests } from "./no-requests.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";
import { ReceiptList, ReceiptTable } from "./receipt-rows.tsx";
import { LOG_TABLE_FROM_PIXELS } from "./request-parts.tsx";
import { useLogView } from "./use-log-view.ts";
import { useLogWindow } from "./use-log-window.ts";
import { useRequestLog } from "./use-request-log.ts";

export function UsageLogPage() {
  const [, chooseRange] = useRange();
  const { view, chooseFilter, chooseStatus, clearFilters, closeRequest, linkToRequest } = useLogView();
  const { range, filter, status } = view;
  const { window, totals, endpoints, stale, refreshing, refresh } = useLogWindow(range, filter);
  const log = useRequestLog(window && { ...filter, window, ...(status && { status }) });
  const labels = useKeyLabels();
  const Rows = useIsNarrow(LOG_TABLE_FROM_PIXELS) ? ReceiptList : ReceiptTable;
  const summary = useRef<HTMLDivElement>(null);
  // The button that had the focus goes with the empty list.
  const andSum = (change: () => void) => {
    change();
    summary.current?.focus();
  };
  const total = totals && !stale ? countOf(totals, status) : null;
  return (
    <>
      <PageHeader
        {...pageHeadings.usage}
        actions={
          <UsageActions
            range={range}
            onRange={chooseRange}
            refreshing={refreshing || log.isFetching}
            onRefresh={refresh}
          />
        }
      />
      <Card aria-busy={log.isPending}>
        <CardTitle className="sr-only">{usageLogMessages.log}</CardTitle>
        <div
          ref={summary}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-3 rounded-t-card px-5 py-3 max-lg:px-4"
        >
          <LogTotalsLine totals={totals} status={status} range={range} stale={stale} />
          <DownloadUsageButton view={view} />
        </div>
        <LogFilters
          filter={filter}
          status={status}
          endpoints={endpoints}
          onFilter={chooseFilter}
          onStatus={chooseStatus}
        />
        <LogBody
          log={log}
          zone={readerZone()}
          total={total}
          empty={
            <NoRequests
              view={view}
              onClear={() => andSum(clearFilters)}
              onRange={(longer) => andSum(() => chooseRange(longer))}
            />
          }
        >
          {(requests) => (
            <Rows
              requests={requests}
              keyName={(id) => labels.get(id) ?? UNKNOWN_KEY}
              linkTo={linkToRequest}
            />
          )}
        </LogBody>
      </Card>
      <ReceiptDialog requestId={view.requestId} onClose={closeRequest} />
    </>
  );
}
