import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { PageLoadFailure } from "#app/components/load-failure.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Dialog, DialogContent, DialogTitle } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { UNKNOWN_KEY } from "#app/features/analytics/key-labels.ts";
import { statusName, statusTone } from "#app/features/analytics/status.ts";
import { readerZone, zoneName } from "#app/features/analytics/wall-clock.ts";
import { KeyText } from "#app/features/keys/key-facts.tsx";
import { ApiError } from "#app/lib/api-client.ts";
import { formatCost, formatFullMoment, formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import { usageLogMessages } from "./messages.ts";
import { usageReceiptQuery } from "./queries.ts";

export function ReceiptDialog({ requestId, onClose }: { requestId: string | null; onClose: () => void }) {
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
  const { data, error, isFetching, refetch } = useQuery(usageReceiptQuery(id));
  if (data) return <ReceiptDetails receipt={data} />;
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
  return error ? (
    <PageLoadFailure title={usageLogMessages.receiptFailed} busy={isFetching} onRetry={() => refetch()} />
  ) : (
    <output aria-busy="true" aria-label="Loading request" className="block h-[27.5625rem] pt-4">
      <Skeleton className="h-3.5 w-48" />
      <Skeleton className="mt-8 h-72 w-full" />
    </output>
  );
}

/** Shows the request ID because support asks for it. */
function ReceiptDetails({ receipt }: { receipt: UsageReceipt }) {
  const { timestamp, request_id: id } = receipt;
  return (
    <>
      <p className="mt-1 font-mono text-[0.78125rem] text-ink-2 wrap-anywhere">{receipt.endpoint}</p>
      <p className="mt-4 flex items-baseline justify-between gap-4">
        <span className="text-figure font-medium tabular-nums">{formatCost(receipt.cost)}</span>
        <Badge tone={statusTone(receipt.status_code)}>{statusName(String(receipt.status_code))}</Badge>
      </p>
      <DescriptionList className="-mx-6 mt-4 border-t *:px-6 *:py-3">
        <Description label="Time">
          <time dateTime={timestamp}>
            {formatFullMoment(timestamp)} {zoneName(timestamp, readerZone())}
          </time>
        </Description>
        <Description label="Key">
          <ReceiptKey receipt={receipt} />
        </Description>
        <Description label="Duration">{formatMilliseconds(receipt.response_time)}</Description>
        <Description label="Tokens in">{formatNumber(receipt.tokens_in)}</Description>
        <Description label="Tokens out">{formatNumber(receipt.tokens_out)}</Description>
        <Description label="Prices">
          <Link
            to={paths.pricing}
            className="rounded-tag font-medium text-accent-ink underline-offset-4 hover:underline"
          >
            Current price list
          </Link>
        </Description>
        <Description label="Request ID">
          <span className="flex items-center justify-end gap-1">
            <span className="font-mono text-caption break-all">{id}</span>
            <span className="-my-1.5 -mr-1.5 shrink-0">
              <CopyIconButton label="Copy request ID" text={async () => id} />
            </span>
          </span>
        </Description>
      </DescriptionList>
    </>
  );
}

function ReceiptKey({ receipt: { key, key_id } }: { receipt: UsageReceipt }) {
  if (!key) return UNKNOWN_KEY;
  return (
    <>
      <Link
        to={paths.keyUsage(key_id)}
        className="rounded-tag font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        {key.name}
      </Link>
      {key.status === "revoked" && <span className="text-ink-3"> (revoked)</span>}
      <span className="block text-caption text-ink-3">
        <KeyText value={key.mask} />
      </span>
    </>
  );
}
