import { CircleAlert, RotateCw, SearchX } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog, DialogContent, DialogTitle } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { ApiError } from "#app/lib/api-client.ts";
import { usageLogMessages } from "./messages.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { useReceipt } from "./use-receipt.ts";

interface ReceiptDialogProps {
  /** Null while closed. */
  requestId: string | null;
  onClose: () => void;
}

export function ReceiptDialog({ requestId, onClose }: ReceiptDialogProps) {
  return (
    <Dialog open={requestId !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="overflow-hidden pb-0" aria-describedby={undefined}>
        <DialogTitle>{usageLogMessages.receipt}</DialogTitle>
        {requestId && <Receipt id={requestId} />}
      </DialogContent>
    </Dialog>
  );
}

function Receipt({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useReceipt(id);
  if (data) return <ReceiptSheet receipt={data} />;
  if (error) return <Failed error={error} busy={isFetching} onRetry={() => refetch()} />;
  return (
    <output aria-busy="true" aria-label="Loading the request" className="block h-[24.75rem] pt-4">
      <Skeleton className="h-3.5 w-48" />
      <Skeleton className="mt-8 h-72 w-full" />
    </output>
  );
}

interface FailedProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

function Failed({ error, busy, onRetry }: FailedProps) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        role="alert"
        icon={SearchX}
        title={usageLogMessages.notFound}
        description={usageLogMessages.notFoundHelp}
      />
    );
  }
  return (
    <EmptyState
      role="alert"
      icon={CircleAlert}
      title={usageLogMessages.receiptFailed}
      action={
        <Button busy={busy} onClick={onRetry}>
          {!busy && <RotateCw aria-hidden="true" />}
          Retry
        </Button>
      }
    />
  );
}
