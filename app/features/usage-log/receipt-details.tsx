import type { ReactNode } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { UNKNOWN_KEY } from "#app/features/analytics/key-labels.ts";
import { statusName, statusTone } from "#app/features/analytics/status.ts";
import { readerZoneName } from "#app/features/analytics/wall-clock.ts";
import { KeyText } from "#app/features/keys/key-facts.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatCost, formatFullMoment, formatMilliseconds } from "#app/lib/format.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import { ReceiptNotes, ReceiptPrices } from "./receipt-prices.tsx";
import { OUTCOME_LABELS, payerText, usageFact } from "./receipt-view.ts";

const MONO = "font-mono text-mono wrap-anywhere";

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

interface FactProps {
  name: string;
  mono?: boolean;
  children: ReactNode;
}

const Fact = ({ name, mono = false, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-caption text-ink-3">{name}</dt>
    <dd className={cn("mt-0.5 text-small tabular-nums wrap-anywhere", mono && MONO)}>{children}</dd>
  </div>
);

function Facts({ receipt }: { receipt: UsageReceipt }) {
  const { key, model, timestamp, first_byte, tier } = receipt;
  const usage = usageFact(receipt);
  return (
    <dl className="mt-4 grid grid-cols-[minmax(0,1fr)_10.375rem_9.5rem] gap-x-3 gap-y-3 max-sm:grid-cols-2">
      <Fact name="Model" mono={model !== null}>
        {model ?? "—"}
      </Fact>
      <Fact name="Endpoint" mono>
        {receipt.endpoint}
      </Fact>
      <Fact name="Key">
        {key?.name ?? UNKNOWN_KEY}
        {key?.status === "revoked" && <span className="text-ink-3"> (revoked)</span>}
        {key && (
          <span className="block text-caption text-ink-3">
            <KeyText value={key.mask} />
          </span>
        )}
      </Fact>
      <Fact name="Time">
        <time dateTime={timestamp}>
          {formatFullMoment(timestamp)} {readerZoneName(timestamp)}
        </time>
      </Fact>
      <Fact name="Duration">{formatMilliseconds(receipt.response_time)}</Fact>
      <Fact name={receipt.units ? "Time to first byte" : "Time to first token"}>
        {formatMilliseconds(first_byte)}
      </Fact>
      <Fact name="Status">{statusName(String(receipt.status_code))}</Fact>
      <Fact name={usage.name}>{usage.text}</Fact>
      {tier && tier !== "default" && <Fact name="Service tier">{tier}</Fact>}
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
