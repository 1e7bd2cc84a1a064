import { Link } from "@remix-run/react";
import { ReceiptText } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from "#app/components/ui/table.tsx";
import { formatDate, formatMoney } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { Receipt } from "#core/contract/receipts.ts";
import { RECEIPT_STATUS } from "./billing-view.ts";
import { billingMessages } from "./messages.ts";
import { PagedPanel } from "./paged-panel.tsx";
import { useReceipts } from "./use-billing.ts";

export function ReceiptsPanel() {
  const receipts = useReceipts();
  const Rows = useIsNarrow() ? ReceiptsList : ReceiptsTable;
  return (
    <PagedPanel
      query={receipts}
      failed={billingMessages.receiptsFailed}
      loading="Loading your receipts"
      empty={{
        icon: ReceiptText,
        title: billingMessages.noReceipts,
        description: billingMessages.noReceiptsHint,
      }}
    >
      {(items) => <Rows items={items} />}
    </PagedPanel>
  );
}

function ReceiptsTable({ items }: { items: Receipt[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeaderCell>Date</TableHeaderCell>
          <TableHeaderCell>For</TableHeaderCell>
          <TableHeaderCell>Status</TableHeaderCell>
          <TableHeaderCell className="text-right">Amount</TableHeaderCell>
          <TableHeaderCell className="text-right">
            <span className="sr-only">Receipt</span>
          </TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {items.map((receipt) => (
          <TableRow key={receipt.id}>
            <TableCell className="whitespace-nowrap text-ink-2 tabular-nums">
              {formatDate(receipt.paid_at)}
            </TableCell>
            <TableCell className="font-medium">{receipt.description}</TableCell>
            <TableCell>
              <Status receipt={receipt} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap tabular-nums">
              {formatMoney(receipt.amount, receipt.currency)}
            </TableCell>
            <TableCell className="w-0 text-right last:pr-3">
              <ViewReceipt receipt={receipt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ReceiptsList({ items }: { items: Receipt[] }) {
  return (
    <ul className="divide-y">
      {items.map((receipt) => (
        <li key={receipt.id} className="flex items-center justify-between gap-4 py-3 pr-2 pl-4">
          <div className="min-w-0">
            <p className="text-body font-medium">{receipt.description}</p>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-caption text-ink-3 tabular-nums">
              {formatDate(receipt.paid_at)} · {formatMoney(receipt.amount, receipt.currency)}
              <Status receipt={receipt} />
            </p>
          </div>
          <ViewReceipt receipt={receipt} />
        </li>
      ))}
    </ul>
  );
}

function Status({ receipt }: { receipt: Receipt }) {
  const { label, tone } = RECEIPT_STATUS[receipt.status];
  return <Badge tone={tone}>{label}</Badge>;
}

function ViewReceipt({ receipt }: { receipt: Receipt }) {
  return (
    <Button asChild variant="ghost" size="sm" className="max-sm:h-11">
      <Link
        to={paths.receipt(receipt.id)}
        aria-label={`Receipt of ${formatDate(receipt.paid_at)}, ${formatMoney(receipt.amount, receipt.currency)}`}
      >
        <ReceiptText aria-hidden="true" />
        Receipt
      </Link>
    </Button>
  );
}
