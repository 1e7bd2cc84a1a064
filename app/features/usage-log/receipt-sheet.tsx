import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { CopyIconButton } from "#app/features/keys/copy-icon-button.tsx";
import { KeyText } from "#app/features/keys/key-text.tsx";
import { UNKNOWN_KEY } from "#app/features/usage/key-labels.ts";
import { statusName, statusTone } from "#app/features/usage/status.ts";
import { readerZone, zoneName } from "#app/features/usage/wall-clock.ts";
import { formatCost, formatFullMoment, formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";

/** Everything that is known of one request; the id is what support asks for. */
export function ReceiptSheet({ receipt }: { receipt: UsageReceipt }) {
  const { timestamp, request_id: id } = receipt;
  return (
    <>
      <p className="mt-1 font-mono text-[0.78125rem] text-ink-2 wrap-anywhere">{receipt.endpoint}</p>
      <p className="mt-4 flex items-baseline justify-between gap-4">
        <span className="text-figure font-medium tabular">{formatCost(receipt.cost)}</span>
        <Badge tone={statusTone(receipt.status_code)}>{statusName(String(receipt.status_code))}</Badge>
      </p>
      <dl className="-mx-6 mt-4 divide-y border-t text-small">
        <Row name="Time">
          <time dateTime={timestamp}>
            {formatFullMoment(timestamp)} {zoneName(timestamp, readerZone())}
          </time>
        </Row>
        <Row name="Key">
          <KeyOf receipt={receipt} />
        </Row>
        <Row name="Duration">{formatMilliseconds(receipt.response_time)}</Row>
        <Row name="Tokens in">{formatNumber(receipt.tokens_in)}</Row>
        <Row name="Tokens out">{formatNumber(receipt.tokens_out)}</Row>
        <Row name="Request ID">
          <span className="flex items-center justify-end gap-1">
            <span className="font-mono text-caption break-all">{id}</span>
            <span className="-my-1.5 -mr-1.5 shrink-0">
              <CopyIconButton label="Copy request ID" text={async () => id} />
            </span>
          </span>
        </Row>
      </dl>
    </>
  );
}

function KeyOf({ receipt: { key, key_id } }: { receipt: UsageReceipt }) {
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

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 px-6 py-3">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere tabular">{children}</dd>
    </div>
  );
}
