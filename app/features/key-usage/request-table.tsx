import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatCost, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { RequestDetails } from "./request-details.tsx";
import { StatusBadge, tokensText } from "./request-parts.tsx";

const COLUMNS = 7;

export function RequestTable({ requests }: { requests: UsageItem[] }) {
  return (
    <Table className="tabular">
      <TableHead>
        <tr className="border-y bg-canvas">
          <TableHeaderCell>Time</TableHeaderCell>
          <TableHeaderCell>Endpoint</TableHeaderCell>
          <TableHeaderCell className="lg:min-w-24">Status</TableHeaderCell>
          <TableHeaderCell className="text-right lg:min-w-26">Duration</TableHeaderCell>
          <TableHeaderCell className="text-right lg:min-w-26">Tokens</TableHeaderCell>
          <TableHeaderCell className="text-right lg:min-w-26">Cost</TableHeaderCell>
          <TableHeaderCell>
            <span className="sr-only">Details</span>
          </TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {requests.map((request) => (
          <RequestRow key={request.request_id} request={request} />
        ))}
      </TableBody>
    </Table>
  );
}

function RequestRow({ request }: { request: UsageItem }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TableRow className={cn("first:border-t-0", open && "bg-canvas")}>
        <TableCell className="h-11 whitespace-nowrap text-ink-2">
          <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
        </TableCell>
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
        <TableCell className="h-11 text-right last:pr-3.5">
          <Button
            variant="ghost"
            size="icon"
            className="size-7 text-ink-3 max-lg:size-9"
            aria-expanded={open}
            aria-label={`Details of request ${request.request_id}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown className={cn("transition-transform", open && "rotate-180")} aria-hidden="true" />
          </Button>
        </TableCell>
      </TableRow>
      {open && (
        <tr className="bg-canvas">
          <td colSpan={COLUMNS} className="px-5 pt-1 pb-4">
            <RequestDetails request={request} />
          </td>
        </tr>
      )}
    </>
  );
}
