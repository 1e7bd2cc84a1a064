import type { ReactNode } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatCost, formatDollars, formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import type { Charge, ModelResponse } from "./conversation.ts";
import { playgroundMessages } from "./messages.ts";

/** Something after a number, on a line of its own where there is little room. */
const Beside = ({ children }: { children: ReactNode }) => (
  <span className="text-ink-3 @max-xl:block @max-xl:text-caption"> {children}</span>
);

interface Figure {
  label: string;
  value: (charge: Charge) => ReactNode;
}

const FIGURES: readonly Figure[] = [
  { label: "First token", value: ({ firstToken }) => formatMilliseconds(firstToken) },
  { label: "Duration", value: ({ duration }) => formatMilliseconds(duration) },
  {
    label: "Input",
    value: ({ input, cached }) => (
      <>
        {formatNumber(input)}
        {cached > 0 && <Beside>+ {formatNumber(cached)} cached</Beside>}
      </>
    ),
  },
  {
    label: "Output",
    value: ({ output, estimated }) => (
      <>
        {formatNumber(output)}
        {estimated && <Beside>estimated</Beside>}
      </>
    ),
  },
  { label: "Cost", value: ({ cost }) => <strong className="font-medium">{formatCost(cost)}</strong> },
  { label: "Balance after", value: ({ balance }) => formatDollars(balance) },
];

interface CostStripProps {
  response: ModelResponse;
  onOpen: (requestId: string) => void;
  onRetry: () => void;
}

/** The numbers of the receipt. It has its final size while they are loading. */
export function CostStrip({ response: { charge, requestId }, onOpen, onRetry }: CostStripProps) {
  const known = typeof charge === "object" ? charge : null;
  return (
    <div className="rounded-control border">
      {charge === "waiting" && <Loading label={playgroundMessages.chargeWaiting}>{null}</Loading>}
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2.5 px-3.5 py-2.5 @xl:grid-cols-[4fr_4fr_9fr_5fr_5fr_5fr]">
        {FIGURES.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-micro whitespace-nowrap text-ink-3">{label}</dt>
            <dd
              translate="no"
              className={`min-h-5 text-small whitespace-nowrap tabular-nums ${label === "Input" || label === "Output" ? "@max-xl:min-h-9" : ""}`}
            >
              {known ? value(known) : <FigureUnknown failed={charge === "failed"} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex min-h-9.5 items-center justify-between gap-3 border-t px-3.5 py-1.5 text-caption text-ink-3">
        <RequestId id={requestId} />
        {charge === "failed" ? (
          <Button variant="link" size="sm" className="text-caption" onClick={onRetry}>
            Load receipt
          </Button>
        ) : (
          known &&
          requestId && (
            <Button variant="link" size="sm" className="text-caption" onClick={() => onOpen(requestId)}>
              View receipt
            </Button>
          )
        )}
      </div>
    </div>
  );
}

const FigureUnknown = ({ failed }: { failed: boolean }) =>
  failed ? (
    "—"
  ) : (
    <span className="flex h-5 items-center">
      <Skeleton className="h-3 w-14" />
    </span>
  );

const RequestId = ({ id }: { id: string | null }) => (
  <span className="flex min-w-0 items-center gap-1">
    {id && (
      <>
        <span translate="no" className="truncate font-mono text-caption">
          {id}
        </span>
        <CopyIconButton label="Copy request ID" text={async () => id} />
      </>
    )}
  </span>
);
