import { Link, type LinkProps } from "@remix-run/react";
import ChevronRight from "lucide-react/icons/chevron-right";
import { DataTable } from "#app/components/data-table.tsx";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { unitText } from "#app/lib/analytics/unit-text.ts";
import { formatCost, formatCount, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import { statusTone } from "#app/lib/http-status.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { RefusalItem, RefusalRow } from "./refusal-rows.tsx";
import type { LogEntry } from "./refusal-view.ts";

type LinkTo = Pick<LinkProps, "to" | "preventScrollReset">;
/** `keyName` is undefined in the log of one key. */
type LogRow = LogEntry & { id: string; keyName: string | undefined; linkTo: (requestId: string) => LinkTo };

const MONO = "font-mono text-mono";

const ofRequest =
  <Content,>(content: (request: UsageItem) => Content) =>
  ({ request }: LogRow) =>
    request && content(request);

const TIME: Column<LogRow> = {
  heading: "Time",
  className: "h-11 whitespace-nowrap text-ink-2",
  cell: ofRequest(({ timestamp }) => <time dateTime={timestamp}>{formatMoment(timestamp)}</time>),
};
const KEY: Column<LogRow> = {
  heading: "Key",
  className: "h-11 max-w-24 truncate xl:max-w-36",
  title: ({ keyName }) => keyName,
  cell: ({ keyName }) => keyName,
};
const COLUMNS: Column<LogRow>[] = [
  {
    heading: "Endpoint",
    className: `h-11 w-1/2 max-w-0 truncate ${MONO}`,
    cell: ofRequest(({ endpoint }) => endpoint),
  },
  {
    heading: "Model",
    className: `h-11 w-1/3 max-w-0 truncate ${MONO}`,
    title: ofRequest(({ model }) => model ?? undefined),
    cell: ofRequest(({ model }) => model ?? <span className="font-sans text-ink-3">—</span>),
  },
  {
    heading: "Status",
    className: "h-11",
    cell: ofRequest(({ status_code }) => <StatusBadge code={status_code} />),
  },
  {
    heading: "Duration",
    align: "right",
    className: "h-11",
    cell: ofRequest(({ response_time }) => formatMilliseconds(response_time)),
  },
  { heading: "Usage", align: "right", className: "h-11 text-ink-2", cell: ofRequest(usageText) },
  {
    heading: "Cost",
    align: "right",
    className: "h-11",
    headingClassName: "xl:min-w-24",
    cell: ofRequest(({ cost }) => formatCost(cost)),
  },
  {
    heading: "Receipt",
    hidden: true,
    align: "right",
    className: "h-11 last:pr-3.5",
    cell: ({ request, linkTo }) =>
      request && (
        <Link
          {...linkTo(request.request_id)}
          aria-label={`Receipt of request ${request.request_id}`}
          className="inline-grid size-7 place-items-center rounded-item text-ink-3 after:absolute after:inset-0"
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      ),
  },
];

/** The log of one key, which has no refusals. */
export const KEY_LOG: TableSpec<LogRow> = {
  columns: [TIME, ...COLUMNS],
  className: "tabular-nums",
  headClassName: "border-y bg-canvas",
  rowClassName: "relative first:border-t-0",
  narrowBelow: "lg",
  item: ({ request, refusal, keyName, linkTo }) =>
    request ? (
      <Link {...linkTo(request.request_id)} className="flex items-center gap-3 px-4 py-3 -outline-offset-2">
        <RequestSummary request={request} keyName={keyName} />
      </Link>
    ) : (
      <RefusalItem refusal={refusal} keyName={keyName ?? ""} />
    ),
  listClassName: "border-t",
  itemClassName: "p-0",
  itemHeight: "h-15.25",
};

export const LOG: TableSpec<LogRow> = {
  ...KEY_LOG,
  columns: [TIME, KEY, ...COLUMNS],
  ownRow: ({ refusal, keyName = "" }, columns) =>
    refusal && <RefusalRow refusal={refusal} keyName={keyName} columns={columns} />,
};

interface LogRowsProps {
  entries: readonly LogEntry[];
  /** For a log of several keys. */
  keyName?: (keyId: string | null, name: string | null) => string;
  linkTo: (requestId: string) => LinkTo;
}

/** Each request links to its receipt. */
export const LogRows = ({ entries, keyName, linkTo }: LogRowsProps) => (
  <DataTable
    {...(keyName ? LOG : KEY_LOG)}
    rows={entries.map((entry) => ({ ...entry, id: entryId(entry), keyName: nameOf(entry, keyName), linkTo }))}
  />
);

const entryId = ({ request, refusal }: LogEntry) =>
  request ? request.request_id : JSON.stringify([refusal.date, refusal.key_id, refusal.name, refusal.code]);

const nameOf = ({ request, refusal }: LogEntry, keyName: LogRowsProps["keyName"]) =>
  request ? keyName?.(request.key_id, null) : keyName?.(refusal.key_id, refusal.name);

const StatusBadge = ({ code }: { code: number }) => (
  <Badge tone={statusTone(code)} className="font-mono">
    {code}
  </Badge>
);

/** What a request is charged by. A failed one used nothing, which is shown as “—” rather than 0. */
function usageText({ tokens_in, tokens_out, units }: UsageItem): string {
  if (units) return unitText(units);
  const tokens = tokens_in + tokens_out;
  return tokens > 0 ? formatCount(tokens, "token") : "—";
}

/** Two lines, for a list. */
const RequestSummary = ({ request, keyName }: { request: UsageItem; keyName: string | undefined }) => (
  <>
    <StatusBadge code={request.status_code} />
    <span className="min-w-0 flex-1">
      <span className={`block truncate ${MONO}`}>{request.model ?? request.endpoint}</span>
      <span className="block truncate text-caption text-ink-3 tabular-nums">
        <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
        {` · ${formatMilliseconds(request.response_time)}${keyName === undefined ? "" : ` · ${keyName}`}`}
      </span>
    </span>
    <span className="text-right text-small tabular-nums">
      {formatCost(request.cost)}
      <span className="block text-caption text-ink-3">{usageText(request)}</span>
    </span>
  </>
);
