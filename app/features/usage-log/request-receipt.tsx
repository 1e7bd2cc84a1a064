import { Link, useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { paths } from "#app/lib/paths.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import { usageLogMessages } from "./messages.ts";
import { usageReceiptQuery } from "./queries.ts";
import { ReceiptDetails } from "./receipt-details.tsx";

/** A sheet at the lower edge of a phone. */
export function ReceiptDialog({ requestId, onClose }: { requestId: string | null; onClose: () => void }) {
  return (
    <Dialog open={requestId !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="lg"
        aria-describedby={undefined}
        className="max-sm:-mx-4 max-sm:-mb-4 max-sm:w-auto max-sm:self-end max-sm:justify-self-stretch max-sm:rounded-b-none max-sm:px-4"
      >
        <DialogTitle>{usageLogMessages.receipt}</DialogTitle>
        {requestId && <Receipt id={requestId} />}
      </DialogContent>
    </Dialog>
  );
}

const Receipt = ({ id }: { id: string }) => (
  <QueryState
    query={useQuery(usageReceiptQuery(id))}
    loading="Loading request"
    skeleton={<ReceiptSkeleton />}
    failed={{ title: usageLogMessages.receiptFailed, variant: "list", blockedOnly: true }}
    notFound={
      <EmptyState
        role="alert"
        icon={SearchX}
        title={usageLogMessages.notFound}
        description={
          <>
            <span translate="no" className="mb-1 block font-mono text-mono break-all">
              {id}
            </span>
            {usageLogMessages.notFoundHelp}
          </>
        }
      />
    }
  >
    {(receipt) => (
      <>
        <ReceiptDetails receipt={receipt} />
        <ReceiptFooter receipt={receipt} />
      </>
    )}
  </QueryState>
);

function ReceiptFooter({ receipt: { key, key_id } }: { receipt: UsageReceipt }) {
  const { pathname } = useLocation();
  const usagePath = paths.keyUsage(key_id);
  return (
    <DialogFooter className="max-sm:-mx-4 max-sm:px-4">
      {key && pathname !== usagePath && (
        <Button asChild className="min-w-0">
          <Link to={usagePath}>
            <span className="truncate">View {key.name} usage</span>
          </Link>
        </Button>
      )}
      <DialogClose asChild>
        <Button variant="primary">Close</Button>
      </DialogClose>
    </DialogFooter>
  );
}

/** As high as the receipt of a completed request. */
const ReceiptSkeleton = () => (
  <div className="h-[37rem] pt-3">
    <Skeleton className="h-3.5 w-56 max-w-full" />
    <div className="mt-8 flex items-end justify-between border-b pb-5">
      <Skeleton className="h-7 w-36" />
      <Skeleton className="h-5 w-24" />
    </div>
    <Skeleton className="mt-5 h-32 w-full" />
    <Skeleton className="mt-5 h-45 w-full" />
    <Skeleton className="mt-5 h-14 w-full" />
  </div>
);
