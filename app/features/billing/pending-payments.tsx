import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import { Badge } from "#app/components/ui/badge.tsx";
import { TableCell } from "#app/components/ui/table.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { formatDate, formatDollars, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { sourceText } from "#app/lib/payment-methods.ts";
import { arrivalText, shortDate } from "#app/lib/pending-payments.ts";
import type { PendingPayment } from "#core/contract/account.ts";
import { ARRIVES_WITHIN_DAYS } from "#core/domain/checkout.ts";
import { billingMessages } from "./messages.ts";

/** Under the sums of a statement, which have none of it. */
export function PendingLine() {
  const { data } = useQuery(balanceQuery);
  return data?.pending.map((payment) => (
    <div
      key={payment.id}
      className="flex items-center gap-3 border-t bg-canvas px-5 py-3 text-small max-lg:px-4 max-sm:flex-wrap"
    >
      <Clock className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <strong className="font-medium">Pending {formatDollars(payment.amount)}</strong>{" "}
        <span className="text-ink-2">{lineText(payment, Date.now())}</span>
      </p>
      <ReceiptLink payment={payment} label="View receipt" />
    </div>
  ));
}

/** `from your bank account, sent Nov 26. It arrives in up to 5 days and isn’t in your balance yet.` */
function lineText({ payment_method, sent_at, arrives_by }: PendingPayment, now: number): string {
  const sent = `from ${sourceText(payment_method)}, sent ${shortDate(sent_at, "UTC")}.`;
  return Date.parse(arrives_by) < now
    ? `${sent} It takes longer than usual and isn’t in your balance yet.`
    : `${sent} It arrives in up to ${ARRIVES_WITHIN_DAYS} days and isn’t in your balance yet.`;
}

/** The first rows of the transactions: without a sign, since they change no balance yet. */
export const pendingLead = (payments: readonly PendingPayment[]) =>
  payments.length === 0
    ? undefined
    : {
        rows: payments.map((payment) => <PendingRow key={payment.id} payment={payment} />),
        items: payments.map((payment) => <PendingItem key={payment.id} payment={payment} />),
      };

const title = ({ payment_method }: PendingPayment) =>
  payment_method?.type === "card" ? "Top-up" : "Top-up from your bank";

const PendingRow = ({ payment }: { payment: PendingPayment }) => (
  <tr className="border-t bg-canvas">
    <TableCell className="h-13 whitespace-nowrap tabular-nums">
      {formatDate(payment.sent_at, "UTC")}
      <span className="ml-3 text-ink-3">{formatTime(payment.sent_at, "UTC")}</span>
    </TableCell>
    <TableCell className="h-13 py-2">
      <span className="flex items-center gap-2">
        <span className="font-medium text-ink">{title(payment)}</span>
        <PendingBadge />
      </span>
      <span className="block text-caption text-ink-3">
        {arrivalText(payment.arrives_by, Date.now(), "UTC")}
      </span>
    </TableCell>
    <TableCell className="h-13 text-right">
      <ReceiptLink payment={payment} label="Receipt" />
    </TableCell>
    <TableCell className="h-13 text-right text-ink-3 tabular-nums">{formatDollars(payment.amount)}</TableCell>
    <TableCell className="h-13 text-right text-ink-3">—</TableCell>
  </tr>
);

const PendingItem = ({ payment }: { payment: PendingPayment }) => (
  <li className="bg-canvas px-4 py-2.5">
    <div className="flex items-center justify-between gap-4 text-small font-medium">
      <span className="flex items-center gap-2">
        {title(payment)}
        <PendingBadge />
      </span>
      <span className="text-ink-3 tabular-nums">{formatDollars(payment.amount)}</span>
    </div>
    <div className="flex items-center justify-between gap-4 text-caption text-ink-3">
      <span>{arrivalText(payment.arrives_by, Date.now(), "UTC")}</span>
      <ReceiptLink payment={payment} label="Receipt" />
    </div>
  </li>
);

const PendingBadge = () => (
  <Badge tone="warning">
    <Clock aria-hidden="true" />
    {billingMessages.pending}
  </Badge>
);

const ReceiptLink = ({ payment: { id, amount }, label }: { payment: PendingPayment; label: string }) => (
  <Link
    to={paths.receipt(id)}
    aria-label={`${label} of the pending ${formatDollars(amount)}`}
    className="relative shrink-0 rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline"
  >
    {label}
  </Link>
);
