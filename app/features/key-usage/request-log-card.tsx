import { Link } from "@remix-run/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import Inbox from "lucide-react/icons/inbox";
import { type ReactNode, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TableCell, TableRow } from "#app/components/ui/table.tsx";
import { LogBody } from "#app/features/usage-log/log-body.tsx";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import type { RequestLog } from "#app/features/usage-log/queries.ts";
import {
  LOG_TABLE_FROM_PIXELS,
  RequestCells,
  RequestSummary,
  RequestTable,
} from "#app/features/usage-log/request-rows.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { keyUsageMessages } from "./messages.ts";

const COLUMNS = 7;

interface RequestLogCardProps {
  log: RequestLog;
  zone: string;
  /** A page where the same requests can be filtered. */
  to: string;
}

export function RequestLogCard({ log, zone, to }: RequestLogCardProps) {
  const Rows = useIsNarrow(LOG_TABLE_FROM_PIXELS) ? KeyRequestList : KeyRequestTable;
  return (
    <Card aria-busy={log.isPending}>
      <div className="flex h-14 items-center justify-between gap-3 px-5 max-lg:px-4">
        <CardTitle>{usageLogMessages.log}</CardTitle>
        <Button asChild variant="link" className="text-caption">
          <Link to={to}>Filter and download</Link>
        </Button>
      </div>
      <LogBody log={log} zone={zone} empty={<NoRequests />}>
        {(requests) => <Rows requests={requests} />}
      </LogBody>
    </Card>
  );
}

const NoRequests = () => (
  <EmptyState
    icon={Inbox}
    title={keyUsageMessages.noRequests}
    description="Requests made with this key are listed here."
    className="border-t py-10"
  />
);

/** For narrow screens. */
function KeyRequestList({ requests }: { requests: UsageItem[] }) {
  return (
    <ul className="border-t">
      {requests.map((request) => (
        <li key={request.request_id} className="border-t first:border-t-0">
          <details>
            <summary className="flex list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
              <RequestSummary request={request} />
            </summary>
            <div className="px-4 pb-4">
              <RequestDetails request={request} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

const KeyRequestTable = ({ requests }: { requests: UsageItem[] }) => (
  <RequestTable action="Details">
    {requests.map((request) => (
      <RequestRow key={request.request_id} request={request} />
    ))}
  </RequestTable>
);

function RequestRow({ request }: { request: UsageItem }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TableRow className={cn("first:border-t-0", open && "bg-canvas")}>
        <RequestCells request={request} />
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

interface DetailProps {
  name: string;
  children: ReactNode;
  className?: string;
}

const Detail = ({ name, children, className }: DetailProps) => (
  <div className={cn("min-w-0", className)}>
    <dt className="text-ink-3">{name}</dt>
    <dd className="mt-0.5 text-small tabular-nums">{children}</dd>
  </div>
);

/** Support asks for the request ID. */
function RequestDetails({ request }: { request: UsageItem }) {
  return (
    <dl className="grid grid-cols-[2fr_1fr_1fr] gap-x-8 gap-y-3 rounded-control border bg-surface p-4 text-caption max-md:grid-cols-2">
      <Detail name="Request ID" className="max-md:col-span-2">
        <span className="font-mono text-[0.78125rem] break-all">{request.request_id}</span>
      </Detail>
      <Detail name="Tokens in">{formatNumber(request.tokens_in)}</Detail>
      <Detail name="Tokens out">{formatNumber(request.tokens_out)}</Detail>
    </dl>
  );
}
