import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { formatDollars, formatMoney } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { ORDER_LABELS } from "./messages.ts";
import type { Order } from "./payment-view.ts";

/** What the balance becomes; unknown parts are “—”. */
export function SummaryCard({ amount }: { amount: number | null }) {
  const { data, isPending } = useBalance();
  const balance = data?.balance ?? null;
  const after = balance === null || amount === null ? null : balance + amount;
  const waiting = <Skeleton className="my-0.5 h-4 w-14" />;
  return (
    <Card>
      <h2 className="px-5 pt-4 text-body font-medium">Summary</h2>
      <dl className="grid divide-y px-5 pt-1 pb-2 text-small">
        <SummaryRow label="Current balance">{isPending ? waiting : formatDollars(balance)}</SummaryRow>
        <SummaryRow label="Top-up">{amount === null ? "—" : `+ ${formatDollars(amount)}`}</SummaryRow>
        <SummaryRow label="New balance" strong>
          {isPending ? waiting : formatDollars(after)}
        </SummaryRow>
      </dl>
    </Card>
  );
}

interface ReceiptCardProps {
  order: Order;
  /** `Nov 20, 2026, 14:36` */
  date: string;
  reference: string | null;
}

/** What is known of a payment that went through. */
export function ReceiptCard({ order, date, reference }: ReceiptCardProps) {
  return (
    <Card>
      <h2 className="px-5 pt-4 text-body font-medium">Summary</h2>
      <dl className="grid divide-y px-5 pt-1 pb-2 text-small">
        <SummaryRow label={ORDER_LABELS[order.product]}>
          {formatMoney(order.amount, order.currency)}
        </SummaryRow>
        <SummaryRow label="Date">{date}</SummaryRow>
        {reference && (
          <SummaryRow label="Reference">
            <span className="font-mono text-caption font-normal">{reference}</span>
          </SummaryRow>
        )}
      </dl>
      <p className="border-t px-5 py-3">
        <Button asChild variant="link" size="sm">
          <Link to={paths.billing}>View receipts</Link>
        </Button>
      </p>
    </Card>
  );
}

interface SummaryRowProps {
  label: string;
  strong?: boolean;
  children: ReactNode;
}

function SummaryRow({ label, strong = false, children }: SummaryRowProps) {
  return (
    <div className="flex items-center justify-between gap-4 py-2.5">
      <dt className={strong ? "text-ink" : "text-ink-2"}>{label}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}
