import { Link } from "@remix-run/react";
import { Moment } from "#app/components/moment.tsx";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { RefundDialog } from "#app/features/operator/refund-dialog.tsx";
import { accountText, moneyText } from "#app/features/operator/texts.ts";
import { paths } from "#app/lib/paths.ts";
import type { ChangeAddress } from "#app/lib/use-address.ts";
import type { OperatorPaymentItem, PaymentSort, PaymentState } from "#core/contract/operator-payments.ts";
import { type PaymentsView, PRODUCT_LABELS, SORT_LABELS, STATE_LABELS } from "./payments-view.ts";

interface PaymentsTableProps {
  view: PaymentsView;
  onChange: ChangeAddress<PaymentsView>;
}

export function paymentsTable({ view, onChange }: PaymentsTableProps): TableSpec<OperatorPaymentItem> {
  const { sort, direction } = view;
  const sortable = (column: PaymentSort) => ({
    heading: SORT_LABELS[column],
    sort: {
      direction: sort === column ? (direction === "asc" ? "ascending" : "descending") : null,
      onSort: () =>
        onChange({
          sort: column,
          direction: sort === column && direction === "desc" ? "asc" : "desc",
          page: 1,
        }),
    } as const,
  });
  const columns: Column<OperatorPaymentItem>[] = [
    {
      ...sortable("paid"),
      className: "whitespace-nowrap tabular-nums",
      cell: ({ paid_at }) => <Moment at={paid_at} />,
    },
    {
      heading: "Account",
      className: "w-full max-w-0",
      cell: (payment) => (
        <>
          <AccountLink payment={payment} />
          <span className="block truncate font-mono text-caption text-ink-3" title={payment.id}>
            {payment.payment ?? payment.id}
          </span>
        </>
      ),
    },
    { heading: "Product", className: "whitespace-nowrap text-ink-2", cell: productText },
    { heading: "Status", cell: ({ state }) => <StateBadge state={state} /> },
    { heading: "Refunded", align: "right", className: "text-ink-2", cell: refundedText },
    {
      ...sortable("amount"),
      align: "right",
      className: "font-medium",
      cell: ({ amount, currency }) => moneyText(amount, currency),
    },
    {
      heading: "Refund",
      hidden: true,
      className: "w-0",
      cell: (payment) => <RefundButton payment={payment} />,
    },
  ];
  return {
    columns,
    headClassName: "bg-canvas",
    narrowBelow: "wide",
    item: (payment) => <PaymentItem payment={payment} />,
    itemHeight: "h-25",
  };
}

type PaymentProps = { payment: OperatorPaymentItem };

const AccountLink = ({ payment: { account } }: PaymentProps) => (
  <Link
    to={paths.operatorAccount(account.id)}
    title={accountText(account.email)}
    className="block w-fit max-w-full truncate rounded-tag font-medium underline-offset-4 hover:underline"
  >
    {accountText(account.email)}
  </Link>
);

const productText = ({ product, automatic }: OperatorPaymentItem) =>
  automatic ? `${PRODUCT_LABELS[product]}, auto top-up` : PRODUCT_LABELS[product];

const refundedText = ({ refunded, currency }: OperatorPaymentItem) =>
  refunded === null || refunded === 0 ? "—" : moneyText(refunded, currency);

const TONES = {
  paid: "success",
  part_refunded: "warning",
  refunded: "neutral",
  disputed: "danger",
} as const satisfies Record<PaymentState, string>;

const StateBadge = ({ state }: { state: PaymentState }) => (
  <Badge tone={TONES[state]} className="align-middle">
    <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
    {STATE_LABELS[state]}
  </Badge>
);

/** A payment that is refunded or disputed has nothing left to refund. */
function RefundButton({ payment: { id, state, amount, currency, account } }: PaymentProps) {
  const change = useChangeProps(account.id);
  if (state === "refunded" || state === "disputed") return null;
  const label = `Refund ${moneyText(amount, currency)} of ${accountText(account.email)}`;
  return (
    <RefundDialog
      payment={id}
      trigger={
        <Button size="sm" aria-label={label} {...change}>
          Refund
        </Button>
      }
    />
  );
}

const PaymentItem = ({ payment }: PaymentProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5">
    <div className="min-w-0 text-body">
      <AccountLink payment={payment} />
    </div>
    <span className="text-right text-body font-medium tabular-nums">
      {moneyText(payment.amount, payment.currency)}
    </span>
    <p className="flex flex-wrap items-center gap-1.5 text-caption text-ink-3 tabular-nums">
      <StateBadge state={payment.state} />
      {productText(payment)}
    </p>
    <p className="text-right text-caption text-ink-3 tabular-nums">
      {payment.refunded ? `${refundedText(payment)} refunded` : ""}
    </p>
    <p className="min-w-0 text-caption text-ink-3 tabular-nums">
      <Moment at={payment.paid_at} />
    </p>
    <span className="text-right">
      <RefundButton payment={payment} />
    </span>
  </div>
);
