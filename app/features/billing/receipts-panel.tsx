import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import ReceiptText from "lucide-react/icons/receipt-text";
import { DataTable } from "#app/components/data-table.tsx";
import { PagedPanel } from "#app/components/paged-panel.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatDate, formatMoney } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { Receipt } from "#core/contract/payments.ts";
import { RECEIPT_STATUS } from "./billing-view.ts";
import { billingMessages } from "./messages.ts";
import { receiptsQuery } from "./queries.ts";

const RECEIPTS: TableSpec<Receipt> = {
  columns: [
    {
      heading: "Date",
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ paid_at }) => formatDate(paid_at),
    },
    {
      heading: "Number",
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ number }) => number,
    },
    { heading: "For", className: "font-medium", cell: ({ description }) => description },
    { heading: "Status", cell: (receipt) => <Status receipt={receipt} /> },
    { heading: "Amount", align: "right", cell: ({ amount, currency }) => formatMoney(amount, currency) },
    {
      heading: "Receipt",
      hidden: true,
      className: "w-0 last:pr-3 max-lg:last:pr-2",
      cell: (receipt) => <ViewReceipt receipt={receipt} />,
    },
  ],
  item: (receipt) => <ReceiptItem receipt={receipt} />,
};

export function ReceiptsPanel() {
  return (
    <PagedPanel
      query={useInfiniteQuery(receiptsQuery)}
      failed={billingMessages.receiptsFailed}
      loading="Loading your receipts"
      table={RECEIPTS}
      empty={{
        icon: ReceiptText,
        title: billingMessages.noReceipts,
        description: billingMessages.noReceiptsHint,
      }}
    >
      {(items) => <DataTable {...RECEIPTS} rows={items} />}
    </PagedPanel>
  );
}

const ReceiptItem = ({ receipt }: { receipt: Receipt }) => (
  <div className="flex items-center justify-between gap-4">
    <div className="min-w-0">
      <p className="text-body font-medium">{receipt.description}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-caption text-ink-3 tabular-nums">
        {formatDate(receipt.paid_at)} · {formatMoney(receipt.amount, receipt.currency)}
        <Status receipt={receipt} />
      </p>
      <p className="mt-1 text-caption text-ink-3 tabular-nums">{receipt.number}</p>
    </div>
    <ViewReceipt receipt={receipt} />
  </div>
);

function Status({ receipt }: { receipt: Receipt }) {
  const { label, tone } = RECEIPT_STATUS[receipt.status];
  return <Badge tone={tone}>{label}</Badge>;
}

function ViewReceipt({ receipt }: { receipt: Receipt }) {
  return (
    <Button asChild variant="ghost" size="sm" className="max-sm:-mr-2 max-sm:h-11">
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
