import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import History from "lucide-react/icons/history";
import { type Column, DataTable } from "#app/components/data-table.tsx";
import { PagedPanel } from "#app/components/paged-panel.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { formatDate, formatNumber, formatTime } from "#app/lib/format.ts";
import type { AlertHistoryItem, AlertHistoryResponse } from "#core/contract/operator-alerts.ts";
import { TABLE_FROM_PIXELS } from "./accounts-view.ts";
import { RuleState } from "./alert-badges.tsx";
import { lastedText, SEVERITY_LABELS } from "./alerts-view.ts";
import { desk } from "./desk-api.ts";
import { ExportButton } from "./export-button.tsx";
import { deskMessages } from "./messages.ts";

const TEXTS = deskMessages.alerts;

interface AlertHistoryProps {
  query: UseInfiniteQueryResult<InfiniteData<AlertHistoryResponse>>;
  now: number;
}

export const AlertHistory = ({ query, now }: AlertHistoryProps) => (
  <Card className="min-w-0">
    <div className="flex items-center justify-between gap-4 border-b px-5 py-3 max-lg:px-4">
      <CardTitle>History</CardTitle>
      <ExportButton fileName="latchkey-alerts.csv" fetchFile={() => desk.alerts["history.csv"].$get()} />
    </div>
    <PagedPanel
      query={query}
      failed={TEXTS.historyFailed}
      loading={TEXTS.historyLoading}
      empty={{ icon: History, title: TEXTS.historyNone, description: TEXTS.historyNoneHint }}
      hint={TEXTS.kept}
    >
      {(items) => (
        <DataTable
          narrowBelow={TABLE_FROM_PIXELS}
          headClassName="bg-canvas"
          rows={items}
          columns={columnsOf(now)}
          item={(alert) => <HistoryEntry alert={alert} now={now} />}
        />
      )}
    </PagedPanel>
  </Card>
);

const columnsOf = (now: number): Column<AlertHistoryItem>[] => [
  {
    heading: "Started",
    className: "h-11 whitespace-nowrap tabular-nums",
    cell: ({ started_at }) => <Moment at={started_at} />,
  },
  { heading: "Alert", className: "h-11 font-medium whitespace-nowrap", cell: ({ title }) => title },
  {
    heading: "About",
    className: "h-11 w-full max-w-0 text-ink-2",
    cell: ({ summary }) => (
      <span className="block truncate" title={summary}>
        {summary}
      </span>
    ),
  },
  { heading: "Severity", className: "h-11 text-ink-2", cell: ({ severity }) => SEVERITY_LABELS[severity] },
  { heading: "Recovered", className: "h-11 whitespace-nowrap tabular-nums", cell: recoveredCell },
  { heading: "Lasted", align: "right", className: "h-11", cell: (alert) => lasted(alert, now) },
  { heading: "Notices", align: "right", className: "h-11 text-ink-2", cell: noticesText },
];

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {formatDate(at)} <span className="text-ink-3">{formatTime(at)}</span>
  </time>
);

/** The time alone on the day of its beginning. */
function recoveredCell({ started_at, recovered_at }: AlertHistoryItem) {
  if (recovered_at === null) return <RuleState state="firing" />;
  if (formatDate(started_at) === formatDate(recovered_at)) return formatTime(recovered_at);
  return <Moment at={recovered_at} />;
}

const lasted = ({ started_at, recovered_at }: AlertHistoryItem, now: number) =>
  lastedText(started_at, recovered_at ?? now);
const noticesText = ({ notices_sent }: AlertHistoryItem) => `${formatNumber(notices_sent)} sent`;

const HistoryEntry = ({ alert, now }: { alert: AlertHistoryItem; now: number }) => (
  <div className="flex items-start justify-between gap-4">
    <div className="min-w-0">
      <p className="text-body font-medium">{alert.title}</p>
      <p className="text-caption text-ink-3 tabular-nums">
        <Moment at={alert.started_at} /> · {SEVERITY_LABELS[alert.severity]} · {noticesText(alert)}
      </p>
      <p className="text-caption text-ink-2 wrap-anywhere">{alert.summary}</p>
    </div>
    <div className="shrink-0 text-right text-small text-ink-2 tabular-nums">
      {alert.recovered_at === null ? <RuleState state="firing" /> : lasted(alert, now)}
    </div>
  </div>
);
