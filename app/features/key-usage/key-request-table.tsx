import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { TableCell, TableRow } from "#app/components/ui/table.tsx";
import { RequestCells, RequestTable } from "#app/features/usage-log/request-table.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { RequestDetails } from "./request-details.tsx";

const COLUMNS = 7;

export const KeyRequestTable = ({ requests }: { requests: UsageItem[] }) => (
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
