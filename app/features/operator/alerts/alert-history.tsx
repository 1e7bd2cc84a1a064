import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import History from "lucide-react/icons/history";
import { Moment } from "#app/components/moment.tsx";
import { PagedTable } from "#app/components/paged-panel.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { ExportButton } from "#app/features/operator/export-button.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { NoteLine } from "#app/features/operator/note-line.tsx";
import { operatorApi } from "#app/features/operator/operator-api.ts";
import { handledText, lastedText, SEVERITY_LABELS } from "#app/features/operator/texts.ts";
import { formatDate, formatNumber, formatTime } from "#app/lib/format.ts";
import type { AlertHistoryItem, AlertHistoryResponse } from "#core/contract/operator-alerts.ts";
import { RuleState } from "./alert-badges.tsx";

const TEXTS = operatorMessages.alerts;

interface AlertHistoryProps {
  query: UseInfiniteQueryResult<InfiniteData<AlertHistoryResponse>>;
  now: number;
}

export const AlertHistory = ({ query, now }: AlertHistoryProps) => (
  <Card className="min-w-0">
    <div className="flex items-center justify-between gap-4 border-b px-5 py-3 max-lg:px-4">
      <CardTitle>History</CardTitle>
      <ExportButton
        fileName="latchkey-alerts.csv"
        fetchFile={() => operatorApi.alerts["history.csv"].$get()}
      />
    </div>
    <PagedTable
      query={query}
      failed={TEXTS.historyFailed}
      loading={TEXTS.historyLoading}
      table={historyTable(now)}
      empty={{ icon: History, title: TEXTS.historyNone, description: TEXTS.historyNoneHint }}
      hint={TEXTS.kept}
    />
  </Card>
);

const historyTable = (now: number): TableSpec<AlertHistoryItem> => ({
  columns: [
    {
      heading: "Started",
      className: "h-11 whitespace-nowrap tabular-nums",
      cell: ({ started_at }) => <Moment at={started_at} />,
    },
    { heading: "Alert", className: "h-11 font-medium whitespace-nowrap", cell: ({ title }) => title },
    {
      heading: "About",
      className: "h-11 w-full max-w-0 text-ink-2",
      cell: (alert) => (
        <>
          <span className="block truncate" title={alert.summary}>
            {alert.summary}
          </span>
          <NoteLine text={handledText(alert)} className="truncate" />
        </>
      ),
    },
    { heading: "Severity", className: "h-11 text-ink-2", cell: ({ severity }) => SEVERITY_LABELS[severity] },
    { heading: "Ended", className: "h-11 whitespace-nowrap tabular-nums", cell: endedCell },
    { heading: "Lasted", align: "right", className: "h-11", cell: (alert) => lasted(alert, now) },
    { heading: "Notices", align: "right", className: "h-11 text-ink-2", cell: noticesText },
  ],
  headClassName: "bg-canvas",
  narrowBelow: "wide",
  item: (alert) => <HistoryEntry alert={alert} now={now} />,
});

const endOf = ({ closed_at, recovered_at }: AlertHistoryItem) => closed_at ?? recovered_at;

/** The time alone on the day of its beginning. */
function endedCell(alert: AlertHistoryItem) {
  const end = endOf(alert);
  if (end === null) return <RuleState state="firing" />;
  const moment = formatDate(alert.started_at) === formatDate(end) ? formatTime(end) : <Moment at={end} />;
  return alert.closed_at === null ? (
    moment
  ) : (
    <>
      {moment} <RuleState state="closed" />
    </>
  );
}

const lasted = (alert: AlertHistoryItem, now: number) => lastedText(alert.started_at, endOf(alert) ?? now);
const noticesText = ({ notices_sent }: AlertHistoryItem) => `${formatNumber(notices_sent)} sent`;

const HistoryEntry = ({ alert, now }: { alert: AlertHistoryItem; now: number }) => (
  <div className="flex items-start justify-between gap-4">
    <div className="min-w-0">
      <p className="text-body font-medium">{alert.title}</p>
      <p className="text-caption text-ink-3 tabular-nums">
        <Moment at={alert.started_at} /> · {SEVERITY_LABELS[alert.severity]} · {noticesText(alert)}
      </p>
      <p className="text-caption text-ink-2 wrap-anywhere">{alert.summary}</p>
      <NoteLine text={handledText(alert)} className="wrap-anywhere" />
    </div>
    <div className="shrink-0 text-right text-small text-ink-2 tabular-nums">
      {endOf(alert) === null ? <RuleState state="firing" /> : lasted(alert, now)}
      {alert.closed_at !== null && (
        <p>
          <RuleState state="closed" />
        </p>
      )}
    </div>
  </div>
);
