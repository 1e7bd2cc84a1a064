import { Link, type LinkProps } from "@remix-run/react";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { statusTone } from "#app/features/analytics/status.ts";
import { formatCost, formatMilliseconds, formatMoment, formatNumber } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";

/** Narrower logs are lists. */
export const LOG_TABLE_FROM_PIXELS = 1024;

interface RequestTableProps {
  /** Adds a column with the key. */
  keyed?: boolean;
  /** Head of the last column, for screen readers. */
  action: string;
  /** Rows, each of `RequestCells` and one more cell. */
  children: ReactNode;
}

export function RequestTable({ keyed = false, action, children }: RequestTableProps) {
  return (
    <Table className="tabular-nums">
      <thead>
        <tr className="border-y bg-canvas">
          <TableHeaderCell>Time</TableHeaderCell>
          {keyed && <TableHeaderCell>Key</TableHeaderCell>}
          <TableHeaderCell>Endpoint</TableHeaderCell>
          <TableHeaderCell className="xl:min-w-24">Status</TableHeaderCell>
          <TableHeaderCell className="text-right xl:min-w-26">Duration</TableHeaderCell>
          <TableHeaderCell className="text-right xl:min-w-26">Tokens</TableHeaderCell>
          <TableHeaderCell className="text-right xl:min-w-26">Cost</TableHeaderCell>
          <TableHeaderCell>
            <span className="sr-only">{action}</span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

interface RequestCellsProps {
  request: UsageItem;
  /** Only in a `keyed` table. */
  keyName?: string;
}

export function RequestCells({ request, keyName }: RequestCellsProps) {
  return (
    <>
      <TableCell className="h-11 whitespace-nowrap text-ink-2">
        <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
      </TableCell>
      {keyName !== undefined && <TableCell className="h-11 max-w-44 truncate">{keyName}</TableCell>}
      <TableCell className="h-11 w-full max-w-0 truncate font-mono text-[0.78125rem]">
        {request.endpoint}
      </TableCell>
      <TableCell className="h-11">
        <StatusBadge code={request.status_code} />
      </TableCell>
      <TableCell className="h-11 text-right whitespace-nowrap">
        {formatMilliseconds(request.response_time)}
      </TableCell>
      <TableCell className="h-11 text-right text-ink-2">{tokensText(request)}</TableCell>
      <TableCell className="h-11 text-right">{formatCost(request.cost)}</TableCell>
    </>
  );
}

const StatusBadge = ({ code }: { code: number }) => (
  <Badge tone={statusTone(code)} className="font-mono">
    {code}
  </Badge>
);

/** A failed request has no tokens, which is shown as “—” rather than 0. */
const tokensText = ({ tokens_in, tokens_out }: Pick<UsageItem, "tokens_in" | "tokens_out">) =>
  formatNumber(tokens_in + tokens_out || null);

interface RequestSummaryProps {
  request: UsageItem;
  /** In place of the tokens, in a list of several keys. */
  keyName?: string;
}

/** Two lines, for a list. */
export function RequestSummary({ request, keyName }: RequestSummaryProps) {
  return (
    <>
      <StatusBadge code={request.status_code} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-[0.78125rem]">{request.endpoint}</span>
        <span className="block truncate text-caption text-ink-3 tabular-nums">
          <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
          {` · ${formatMilliseconds(request.response_time)} · ${keyName ?? `${tokensText(request)} tokens`}`}
        </span>
      </span>
      <span className="text-small tabular-nums">{formatCost(request.cost)}</span>
    </>
  );
}

interface ReceiptRowsProps {
  requests: UsageItem[];
  keyName: (keyId: string) => string;
  linkTo: (requestId: string) => Pick<LinkProps, "to" | "preventScrollReset">;
}

/** Each row links to its receipt. */
export const ReceiptTable = ({ requests, keyName, linkTo }: ReceiptRowsProps) => (
  <RequestTable keyed action="Receipt">
    {requests.map((request) => (
      <TableRow key={request.request_id} className="relative first:border-t-0">
        <RequestCells request={request} keyName={keyName(request.key_id)} />
        <TableCell className="h-11 text-right last:pr-3.5">
          <Link
            {...linkTo(request.request_id)}
            aria-label={`Receipt of request ${request.request_id}`}
            className="inline-grid size-7 place-items-center rounded-item text-ink-3 after:absolute after:inset-0"
          >
            <ChevronRight className="size-4" aria-hidden="true" />
          </Link>
        </TableCell>
      </TableRow>
    ))}
  </RequestTable>
);

export const ReceiptList = ({ requests, keyName, linkTo }: ReceiptRowsProps) => (
  <ul className="border-t">
    {requests.map((request) => (
      <li key={request.request_id} className="border-t first:border-t-0">
        <Link {...linkTo(request.request_id)} className="flex items-center gap-3 px-4 py-3 -outline-offset-2">
          <RequestSummary request={request} keyName={keyName(request.key_id)} />
        </Link>
      </li>
    ))}
  </ul>
);
