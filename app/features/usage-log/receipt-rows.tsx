import { Link, type LinkProps } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { TableCell, TableRow } from "#app/components/ui/table.tsx";
import type { UsageItem } from "#core/contract/usage.ts";
import { RequestSummary } from "./request-summary.tsx";
import { RequestCells, RequestTable } from "./request-table.tsx";

interface ReceiptRowsProps {
  requests: UsageItem[];
  /** What a key is called, by its id. */
  keyName: (id: string) => string;
  linkTo: (requestId: string) => Pick<LinkProps, "to" | "preventScrollReset">;
}

/** Each row opens its request. */
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
