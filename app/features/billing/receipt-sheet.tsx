import { Link } from "@remix-run/react";
import { Brand } from "#app/components/brand.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatDollars, formatExactDollars, formatMinute, formatMoney } from "#app/lib/format.ts";
import { pages } from "#app/lib/pages.ts";
import { methodText } from "#app/lib/payment-methods.ts";
import { arrivalText } from "#app/lib/pending-payments.ts";
import type { ReceiptResponse } from "#core/contract/payments.ts";
import { billingMessages } from "./messages.ts";
import { Status, tryAgainPath } from "./receipts-panel.tsx";

/** Also the printed page. */
export function ReceiptSheet({ receipt }: { receipt: ReceiptResponse }) {
  const { paid_at, sent_at, number } = receipt;
  return (
    <>
      <header className="flex items-center justify-between gap-4 px-6 pt-6 max-sm:px-4">
        <Brand />
        <Status receipt={receipt} />
      </header>
      <div className="px-6 pt-6 pb-5 max-sm:px-4">
        <h1 className="text-title font-semibold">
          {paid_at === null ? billingMessages.paymentDetails : pages.receipt.heading.title}
        </h1>
        <p translate="no" className="mt-1 text-display font-medium tabular-nums">
          {formatMoney(receipt.amount, receipt.currency)}
        </p>
        <p className="mt-1 text-small text-ink-2 tabular-nums">
          {paid_at === null ? `Sent ${formatMinute(sent_at)}` : `Paid ${formatMinute(paid_at)}`}
        </p>
        <Unsettled receipt={receipt} />
      </div>
      <DescriptionList className="border-t *:px-6 *:py-3 max-sm:*:px-4 print:*:py-2">
        {number && <Description label="Receipt number">{number}</Description>}
        <Description label="Seller">
          <span className="whitespace-pre-line">{receipt.seller.join("\n")}</span>
        </Description>
        <Description label="Billed to">{receipt.billed_to}</Description>
        <Description label="For">{receipt.description}</Description>
        <Amounts receipt={receipt} />
        <References receipt={receipt} />
      </DescriptionList>
    </>
  );
}

/** What becomes of a payment that isn't settled. */
function Unsettled({ receipt: { status, arrives_by, product, amount } }: { receipt: ReceiptResponse }) {
  if (arrives_by !== null)
    return (
      <p className="mt-4 text-small" role="status">
        {arrivalText(arrives_by, Date.now())}. {product === "balance" && billingMessages.notInBalance}
      </p>
    );
  if (status !== "failed") return null;
  return (
    <>
      <p className="mt-4 text-small" role="status">
        {billingMessages.refused}
      </p>
      <Button asChild className="mt-3 print:hidden">
        <Link to={tryAgainPath(product, amount)}>{billingMessages.tryAgain}</Link>
      </Button>
    </>
  );
}

function Amounts({ receipt }: { receipt: ReceiptResponse }) {
  const { amount, reversed, tax, payment_method, balance_after } = receipt;
  const money = (value: number) => formatMoney(value, receipt.currency);
  return (
    <>
      {payment_method && <Description label="Payment method">{methodText(payment_method)}</Description>}
      {tax !== null && <Description label="Includes tax">{money(tax)}</Description>}
      {reversed > 0 && <Description label="Returned">−{money(reversed)}</Description>}
      {reversed > 0 && <Description label="Net amount paid">{money(amount - reversed)}</Description>}
      {balance_after !== null && (
        <Description label="Balance after">
          <span title={formatExactDollars(balance_after)}>{formatDollars(balance_after)}</span>
        </Description>
      )}
    </>
  );
}

/** An automatic charge has no checkout, and its payment's reference in both places. */
function References({ receipt }: { receipt: ReceiptResponse }) {
  const { payment_reference: payment, session_reference: session } = receipt;
  return (
    <>
      <Reference label="Payment" id={payment ?? "—"} />
      {session !== payment && <Reference label="Checkout" id={session} />}
    </>
  );
}

const Reference = ({ label, id }: { label: string; id: string }) => (
  <Description label={label}>
    <span translate="no" className="block font-mono text-caption text-balance break-all">
      {id}
    </span>
  </Description>
);
