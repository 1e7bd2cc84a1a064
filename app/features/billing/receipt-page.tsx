import { Link, useParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import ReceiptText from "lucide-react/icons/receipt-text";
import { Brand } from "#app/components/brand.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { PageLoadFailure } from "#app/components/load-failure.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { ApiError } from "#app/lib/api-error.ts";
import { formatDate, formatMoney, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ReceiptResponse } from "#core/contract/payments.ts";
import { RECEIPT_STATUS } from "./billing-view.ts";
import { billingMessages } from "./messages.ts";
import { receiptQuery } from "./queries.ts";

export function ReceiptPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(receiptQuery(id));
  return (
    <div className="mx-auto max-w-[36rem]">
      <div className="mb-3 flex items-center justify-between gap-3 print:hidden">
        <Button asChild variant="ghost" size="sm" className="-ml-2 px-2">
          <Link to={`${paths.billing}?tab=receipts`}>
            <ArrowLeft aria-hidden="true" />
            Billing
          </Link>
        </Button>
        <Button size="sm" onClick={() => window.print()} disabled={!data}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <Card className="print:border-0 print:shadow-none">
        {data ? (
          <ReceiptSheet receipt={data} />
        ) : error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            role="alert"
            icon={ReceiptText}
            title={billingMessages.notFound}
            description={billingMessages.notFoundHint}
          />
        ) : error ? (
          <PageLoadFailure
            title={billingMessages.receiptFailed}
            busy={isFetching}
            onRetry={() => refetch()}
          />
        ) : (
          <Loading />
        )}
      </Card>
    </div>
  );
}

const Loading = () => (
  <output aria-busy="true" aria-label="Loading the receipt" className="block h-[27rem] px-6 py-6">
    <Skeleton className="h-6 w-32" />
    <Skeleton className="mt-6 h-9 w-40" />
    <Skeleton className="mt-8 h-40 w-full" />
  </output>
);

/** Also the printed page. */
function ReceiptSheet({ receipt }: { receipt: ReceiptResponse }) {
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
      <DescriptionList className="border-t *:px-6 *:py-3 max-sm:*:px-4">
        <Description label="For">{receipt.description}</Description>
        <Description label="Billed to">{receipt.billed_to}</Description>
        {receipt.reversed > 0 && <Description label="Returned">−{money(receipt.reversed)}</Description>}
        {receipt.reversed > 0 && (
          <Description label="Net amount paid">{money(receipt.amount - receipt.reversed)}</Description>
        )}
        <Reference label="Receipt number" id={receipt.id} />
        <Reference label="Payment" id={receipt.payment_reference ?? "—"} />
        <Reference label="Checkout" id={receipt.session_reference} />
      </DescriptionList>
    </>
  );
}

const Reference = ({ label, id }: { label: string; id: string }) => (
  <Description label={label}>
    <span className="font-mono text-caption break-all">{id}</span>
  </Description>
);
