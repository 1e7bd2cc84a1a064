import { Link, type LinkProps } from "@remix-run/react";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Badge } from "#app/components/ui/badge.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { statusTone } from "#app/features/analytics/status.ts";
import { unitText } from "#app/features/analytics/unit-text.ts";
import { formatCost, formatCount, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { RefusalItem, RefusalRow } from "./refusal-rows.tsx";
import type { LogEntry, Refusal } from "./refusal-view.ts";

/** Narrower logs are lists. */
const LOG_TABLE_FROM_PIXELS = 1024;

interface LogRowsProps {
  entries: readonly LogEntry[];
  /** For a log of several keys; the log of one key has no refusals. */
  keyName?: (keyId: string | null, name: string | null) => string;
  linkTo: (requestId: string) => Pick<LinkProps, "to" | "preventScrollReset">;
}

/** Each request links to its receipt. */
export const LogRows = (props: LogRowsProps) =>
  useIsNarrow(LOG_TABLE_FROM_PIXELS) ? <LogList {...props} /> : <LogTable {...props} />;

const entryId = ({ request, refusal }: LogEntry) =>
  request ? request.request_id : JSON.stringify([refusal.date, refusal.key_id, refusal.name, refusal.code]);

const LogTable = ({ entries, keyName, linkTo }: LogRowsProps) => (
  <Table className="tabular-nums">
    <thead>
      <tr className="border-y bg-canvas">
        <TableHeaderCell>Time</TableHeaderCell>
        {keyName && <TableHeaderCell>Key</TableHeaderCell>}
        <TableHeaderCell>Endpoint</TableHeaderCell>
        <TableHeaderCell>Model</TableHeaderCell>
        <TableHeaderCell>Status</TableHeaderCell>
        <TableHeaderCell className="text-right">Duration</TableHeaderCell>
        <TableHeaderCell className="text-right">Usage</TableHeaderCell>
        <TableHeaderCell className="text-right xl:min-w-24">Cost</TableHeaderCell>
        <TableHeaderCell>
          <span className="sr-only">Receipt</span>
        </TableHeaderCell>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) =>
        entry.request ? (
          <TableRow key={entryId(entry)} className="relative first:border-t-0">
            <RequestCells request={entry.request} keyName={keyName?.(entry.request.key_id, null)} />
            <TableCell className="h-11 text-right last:pr-3.5">
              <Link
                {...linkTo(entry.request.request_id)}
                aria-label={`Receipt of request ${entry.request.request_id}`}
                className="inline-grid size-7 place-items-center rounded-item text-ink-3 after:absolute after:inset-0"
              >
                <ChevronRight className="size-4" aria-hidden="true" />
              </Link>
            </TableCell>
          </TableRow>
        ) : (
          <RefusalRow key={entryId(entry)} {...refusalProps(entry.refusal, keyName)} />
        ),
      )}
    </tbody>
  </Table>
);

const LogList = ({ entries, keyName, linkTo }: LogRowsProps) => (
  <ul className="border-t">
    {entries.map((entry) => (
      <li key={entryId(entry)} className="border-t first:border-t-0">
        {entry.request ? (
          <Link
            {...linkTo(entry.request.request_id)}
            className="flex items-center gap-3 px-4 py-3 -outline-offset-2"
          >
            <RequestSummary request={entry.request} keyName={keyName?.(entry.request.key_id, null)} />
          </Link>
        ) : (
          <RefusalItem {...refusalProps(entry.refusal, keyName)} />
        )}
      </li>
    ))}
  </ul>
);

const refusalProps = (refusal: Refusal, keyName: LogRowsProps["keyName"]) => ({
  refusal,
  keyName: keyName?.(refusal.key_id, refusal.name) ?? "",
});

interface RequestProps {
  request: UsageItem;
  /** Undefined in the log of one key. */
  keyName: string | undefined;
}

const MONO = "font-mono text-[0.78125rem]";

const RequestCells = ({ request, keyName }: RequestProps) => (
  <>
    <TableCell className="h-11 whitespace-nowrap text-ink-2">
      <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
    </TableCell>
    {keyName !== undefined && (
      <TableCell className="h-11 max-w-24 truncate xl:max-w-36" title={keyName}>
        {keyName}
      </TableCell>
    )}
    <TableCell className={`h-11 w-1/2 max-w-0 truncate ${MONO}`}>{request.endpoint}</TableCell>
    <TableCell className={`h-11 w-1/3 max-w-0 truncate ${MONO}`} title={request.model ?? undefined}>
      {request.model ?? <span className="font-sans text-ink-3">—</span>}
    </TableCell>
    <TableCell className="h-11">
      <StatusBadge code={request.status_code} />
    </TableCell>
    <TableCell className="h-11 text-right whitespace-nowrap">
      {formatMilliseconds(request.response_time)}
    </TableCell>
    <TableCell className="h-11 text-right whitespace-nowrap text-ink-2">{usageText(request)}</TableCell>
    <TableCell className="h-11 text-right">{formatCost(request.cost)}</TableCell>
  </>
);

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
const RequestSummary = ({ request, keyName }: RequestProps) => (
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
