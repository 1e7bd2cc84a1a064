import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import ReceiptText from "lucide-react/icons/receipt-text";
import { PagedTable } from "#app/components/paged-panel.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatDate, formatMoney } from "#app/lib/format.ts";
import { FIRST_PAGE_EVERY_MINUTE } from "#app/lib/paging.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentTitle } from "#app/lib/payment-methods.ts";
import { arrivalText } from "#app/lib/pending-payments.ts";
import type { Receipt } from "#core/contract/payments.ts";
import { billingMessages, RECEIPT_STATUS } from "./messages.ts";
import { receiptsQuery } from "./queries.ts";

const RECEIPTS: TableSpec<Receipt> = {
  columns: [
    {
      heading: "Date",
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ paid_at, sent_at }) => formatDate(paid_at ?? sent_at),
    },
    {
      heading: "Number",
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ number }) => number ?? "—",
    },
    {
      heading: "For",
      cell: (receipt) => (
        <>
          <span className="font-medium">{paymentTitle(receipt)}</span>
          <Note receipt={receipt} />
        </>
      ),
    },
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
    <PagedTable
      query={useInfiniteQuery({ ...receiptsQuery, ...FIRST_PAGE_EVERY_MINUTE })}
      failed={billingMessages.receiptsFailed}
      loading="Loading your receipts"
      table={RECEIPTS}
      empty={{
        icon: ReceiptText,
        title: billingMessages.noReceipts,
        description: billingMessages.noReceiptsHint,
      }}
    />
  );
}

const ReceiptItem = ({ receipt }: { receipt: Receipt }) => (
  <div className="flex items-center justify-between gap-4">
    <div className="min-w-0">
      <p className="text-body font-medium">{paymentTitle(receipt)}</p>
      <Note receipt={receipt} />
      <p className="mt-1 flex flex-wrap items-center gap-2 text-caption text-ink-3 tabular-nums">
        {formatDate(receipt.paid_at ?? receipt.sent_at)} · {formatMoney(receipt.amount, receipt.currency)}
        <Status receipt={receipt} />
      </p>
      {receipt.number && <p className="mt-1 text-caption text-ink-3 tabular-nums">{receipt.number}</p>}
    </div>
    <ViewReceipt receipt={receipt} />
  </div>
);

/** When a pending payment arrives, or that it won't. */
function Note({ receipt: { status, arrives_by } }: { receipt: Receipt }) {
  if (status !== "failed" && arrives_by === null) return null;
  return (
    <span className="block text-caption text-ink-3">
      {arrives_by === null ? billingMessages.refused : arrivalText(arrives_by, Date.now())}
    </span>
  );
}

export function Status({ receipt: { status } }: { receipt: Pick<Receipt, "status"> }) {
  const { label, tone } = RECEIPT_STATUS[status];
  const Icon = { pending: Clock, failed: CircleX, paid: null, partly_reversed: null, reversed: null }[status];
  return (
    <Badge tone={tone}>
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </Badge>
  );
}

function ViewReceipt({ receipt }: { receipt: Receipt }) {
  const { id, status, product, amount, currency, paid_at, sent_at } = receipt;
  const payment = `${formatDate(paid_at ?? sent_at)}, ${formatMoney(amount, currency)}`;
  if (status === "failed")
    return (
      <Button asChild variant="ghost" size="sm" className="max-sm:-mr-2 max-sm:h-11">
        <Link to={tryAgainPath(product, amount)} aria-label={`Try again: the payment of ${payment}`}>
          {billingMessages.tryAgain}
        </Link>
      </Button>
    );
  const label = status === "pending" ? "Details" : "Receipt";
  return (
    <Button asChild variant="ghost" size="sm" className="max-sm:-mr-2 max-sm:h-11">
      <Link to={paths.receipt(id)} aria-label={`${label} of ${payment}`}>
        <ReceiptText aria-hidden="true" />
        {label}
      </Link>
    </Button>
  );
}

export const tryAgainPath = (product: Receipt["product"], amount: number) =>
  product === "balance" ? `${paths.addBalance}?amount=${amount}` : paths.purchaseApiKey;
