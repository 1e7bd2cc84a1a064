import type { ComponentProps } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Fact } from "#app/components/fact.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { KeyText } from "#app/features/keys/key-facts.tsx";
import { formatCost, formatFullMoment, formatMilliseconds } from "#app/lib/format.ts";
import { statusName, statusTone } from "#app/lib/http-status.ts";
import { UNKNOWN_KEY } from "#app/lib/keys/key-labels.ts";
import { readerZoneName } from "#app/lib/wall-clock.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import { ReceiptNotes, ReceiptPrices } from "./receipt-prices.tsx";
import { OUTCOME_LABELS, payerText, usageFact } from "./receipt-view.ts";

/** Shows the request ID because support asks for it. */
export function ReceiptDetails({ receipt }: { receipt: UsageReceipt }) {
  const { request_id: id } = receipt;
  return (
    <>
      <p className="mt-0.5 flex items-center gap-1 text-ink-2">
        <span translate="no" className="font-mono text-mono break-all">
          {id}
        </span>
        <CopyIconButton label="Copy request ID" text={async () => id} />
      </p>
      <div className="mt-3 flex items-end justify-between gap-4 border-b pb-4">
        <p>
          <span className="block text-caption text-ink-3">Charged</span>
          <span translate="no" className="text-figure font-medium tabular-nums">
            {formatCost(receipt.charged)}
          </span>
        </p>
        <p className="text-right">
          <OutcomeBadge receipt={receipt} />
          <span className="mt-1 block text-caption text-ink-2">{payerText(receipt)}</span>
        </p>
      </div>
      <Facts receipt={receipt} />
      <ReceiptPrices receipt={receipt} />
      <Money receipt={receipt} />
      <ReceiptNotes receipt={receipt} />
    </>
  );
}

function OutcomeBadge({ receipt: { outcome, estimated, status_code } }: { receipt: UsageReceipt }) {
  const { label, tone } = outcome
    ? OUTCOME_LABELS[outcome]
    : { label: statusName(String(status_code)), tone: statusTone(status_code) };
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      {estimated && <Badge tone="warning">Estimated</Badge>}
      <Badge tone={tone}>
        <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
        {label}
      </Badge>
    </span>
  );
}

const ReceiptFact = (props: ComponentProps<typeof Fact>) => (
  <Fact className="mt-0.5 text-small tabular-nums" {...props} />
);

function Facts({ receipt }: { receipt: UsageReceipt }) {
  const { key, model, timestamp, first_byte, tier } = receipt;
  const usage = usageFact(receipt);
  return (
    <dl className="mt-4 grid grid-cols-[minmax(0,1fr)_10.375rem_9.5rem] gap-x-3 gap-y-3 max-sm:grid-cols-2">
      <ReceiptFact label="Model" mono={model !== null}>
        {model ?? "—"}
      </ReceiptFact>
      <ReceiptFact label="Endpoint" mono>
        {receipt.endpoint}
      </ReceiptFact>
      <ReceiptFact label="Key">
        {key?.name ?? UNKNOWN_KEY}
        {key?.status === "revoked" && <span className="text-ink-3"> (revoked)</span>}
        {key && (
          <span className="block text-caption text-ink-3">
            <KeyText value={key.mask} />
          </span>
        )}
      </ReceiptFact>
      <ReceiptFact label="Time">
        <time dateTime={timestamp}>
          {formatFullMoment(timestamp)} {readerZoneName(timestamp)}
        </time>
      </ReceiptFact>
      <ReceiptFact label="Duration">{formatMilliseconds(receipt.response_time)}</ReceiptFact>
      <ReceiptFact label={receipt.units ? "Time to first byte" : "Time to first token"}>
        {formatMilliseconds(first_byte)}
      </ReceiptFact>
      <ReceiptFact label="Status">{statusName(String(receipt.status_code))}</ReceiptFact>
      <ReceiptFact label={usage.name}>{usage.text}</ReceiptFact>
      {tier && tier !== "default" && <ReceiptFact label="Service tier">{tier}</ReceiptFact>}
    </dl>
  );
}

const AMOUNTS = [
  ["Held", "held"],
  ["Returned", "returned"],
] as const;

/** Imported requests have none. */
function Money({ receipt }: { receipt: UsageReceipt }) {
  if (receipt.held === null) return null;
  return (
    <dl className="mt-3 px-3.5 text-small">
      {AMOUNTS.map(([label, name]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-ink-2">{label}</dt>
          <dd translate="no" className="tabular-nums">
            {formatCost(receipt[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
