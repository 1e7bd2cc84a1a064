import { Link, useParams } from "@remix-run/react";
import { ArrowLeft, Printer, ReceiptText, RotateCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { ApiError } from "#app/lib/api-error.ts";
import { paths } from "#app/lib/paths.ts";
import { billingMessages } from "./messages.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { useReceipt } from "./use-billing.ts";

export function ReceiptPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useReceipt(id);
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
        ) : error ? (
          <Failed error={error} busy={isFetching} onRetry={() => refetch()} />
        ) : (
          <Loading />
        )}
      </Card>
    </div>
  );
}

interface FailedProps {
  error: Error;
  busy: boolean;
  onRetry(): void;
}

function Failed({ error, busy, onRetry }: FailedProps) {
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState
      role="alert"
      icon={ReceiptText}
      title={missing ? billingMessages.notFound : billingMessages.receiptFailed}
      description={missing ? billingMessages.notFoundHint : undefined}
      action={
        !missing && (
          <Button busy={busy} onClick={onRetry}>
            {!busy && <RotateCw aria-hidden="true" />}
            Retry
          </Button>
        )
      }
    />
  );
}

function Loading() {
  return (
    <output aria-busy="true" aria-label="Loading the receipt" className="block h-[27rem] px-6 py-6">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-6 h-9 w-40" />
      <Skeleton className="mt-8 h-40 w-full" />
    </output>
  );
}
