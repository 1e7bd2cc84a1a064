import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Brand } from "#app/features/shell/brand.tsx";
import { formatDate, formatMoney, formatTime } from "#app/lib/format.ts";
import type { ReceiptAnswer } from "#core/contract/receipts.ts";
import { RECEIPT_STATUS } from "./billing-view.ts";

/** A receipt as it is printed: what was paid for, by whom, and the ids that bank and provider know it by. */
export function ReceiptSheet({ receipt }: { receipt: ReceiptAnswer }) {
  const { label, tone } = RECEIPT_STATUS[receipt.status];
  const money = (amount: number) => formatMoney(amount, receipt.currency);
  return (
    <>
      <header className="flex items-center justify-between gap-4 px-6 pt-6 max-sm:px-4">
        <Brand />
        <Badge tone={tone}>{label}</Badge>
      </header>
      <div className="px-6 pt-6 pb-5 max-sm:px-4">
        <h1 className="text-title font-semibold">Receipt</h1>
        <p className="mt-1 text-display font-medium tabular-nums">{money(receipt.amount)}</p>
        <p className="mt-1 text-small text-ink-2 tabular-nums">
          Paid {formatDate(receipt.paid_at)}, {formatTime(receipt.paid_at)}
        </p>
      </div>
      <dl className="divide-y border-t text-small">
        <Row label="For">{receipt.description}</Row>
        <Row label="Billed to">{receipt.billed_to}</Row>
        {receipt.reversed > 0 && <Row label="Returned">−{money(receipt.reversed)}</Row>}
        {receipt.reversed > 0 && (
          <Row label="Paid in the end">{money(receipt.amount - receipt.reversed)}</Row>
        )}
        <Row label="Receipt number">
          <Code>{receipt.id}</Code>
        </Row>
        <Row label="Payment">
          <Code>{receipt.payment_reference ?? "—"}</Code>
        </Row>
        <Row label="Checkout">
          <Code>{receipt.session_reference}</Code>
        </Row>
      </dl>
    </>
  );
}

const Code = ({ children }: { children: ReactNode }) => (
  <span className="font-mono text-caption break-all">{children}</span>
);

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 px-6 py-3 max-sm:px-4">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
