import type { ReactNode } from "react";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell } from "#app/components/ui/table.tsx";
import { formatCost, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { StatusBadge, tokensText } from "./request-parts.tsx";

interface RequestTableProps {
  /** Requests of several keys. */
  keyed?: boolean;
  /** What the last column has. */
  action: string;
  /** Rows, each with `RequestCells` and a last cell. */
  children: ReactNode;
}

export function RequestTable({ keyed = false, action, children }: RequestTableProps) {
  return (
    <Table className="tabular">
      <TableHead>
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
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  );
}

interface RequestCellsProps {
  request: UsageItem;
  /** In a table of several keys. */
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
