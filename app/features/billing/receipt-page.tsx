import { useParams } from "@remix-run/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import ExternalLink from "lucide-react/icons/external-link";
import Printer from "lucide-react/icons/printer";
import ReceiptText from "lucide-react/icons/receipt-text";
import type { ReactNode } from "react";
import { type Loadable, NOT_YET, QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { openEmptyTab } from "#app/lib/open-empty-tab.ts";
import { type PageHandle, pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { safePaymentUrl } from "#app/lib/payment-url.ts";
import { toast } from "#app/lib/toast.ts";
import type { ReceiptResponse } from "#core/contract/payments.ts";
import { BackToBilling } from "./back-to-billing.tsx";
import { billingMessages } from "./messages.ts";
import { receiptQuery } from "./queries.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { SheetSkeleton } from "./sheet-skeleton.tsx";

export const { meta } = pages.receipt;

export default function ReceiptPage() {
  const { id = "" } = useParams();
  return <Receipt query={useQuery(receiptQuery(id))} />;
}

/** Until the session is known. */
const ReceiptOutline = () => <Receipt query={NOT_YET} />;
export const handle: PageHandle = { Outline: ReceiptOutline };

const Receipt = ({ query }: { query: Loadable<ReceiptResponse> }) => (
  <ReceiptFrame receipt={query.data}>
    <QueryState
      query={query}
      loading="Loading the receipt"
      skeleton={<SheetSkeleton className="h-[40rem]" block="h-40" />}
      failed={{ title: billingMessages.receiptFailed, variant: "list", blockedOnly: true }}
      notFound={
        <EmptyState
          role="alert"
          icon={ReceiptText}
          title={billingMessages.notFound}
          description={billingMessages.notFoundHint}
        />
      }
    >
      {(receipt) => <ReceiptSheet receipt={receipt} />}
    </QueryState>
  </ReceiptFrame>
);

/** A loaded receipt has its own title, which is printed. */
function ReceiptFrame({ receipt, children }: { receipt: ReceiptResponse | undefined; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[36rem]">
      {!receipt && <h1 className="sr-only">{pages.receipt.heading.title}</h1>}
      <div className="mb-3 flex items-center justify-between gap-3 print:hidden">
        <BackToBilling to={paths.receipts} />
        <div className="flex gap-2">
          {receipt?.has_invoice && <InvoiceButton receiptId={receipt.id} />}
          <Button size="sm" onClick={() => window.print()} disabled={!receipt}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </div>
      </div>
      <Card className="print:border-0 print:shadow-none" data-printed-alone>
        {children}
      </Card>
    </div>
  );
}

/** The address of an invoice expires, so it is requested with each click. */
function InvoiceButton({ receiptId }: { receiptId: string }) {
  const failed = () => toast.failure(billingMessages.invoiceFailed);
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) =>
      unwrap(api.api.receipts[":id"].invoice.$get({ param: { id: receiptId } })),
    onSuccess: ({ url }, tab) => {
      const address = safePaymentUrl(url);
      if (address !== null) return tab ? tab.location.replace(address) : window.location.assign(address);
      tab?.close();
      failed();
    },
    onError: (_error, tab) => {
      tab?.close();
      failed();
    },
  });
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate(openEmptyTab("Opening invoice…"))}>
      <ExternalLink aria-hidden="true" />
      Invoice
    </Button>
  );
}
