import { formatNumber } from "#app/lib/format.ts";
import type { RefusalsResponse } from "#core/contract/usage.ts";
import { barEnds, type Reader, refusalBars } from "./refusals-view.ts";

const SIZE = { width: 256, height: 28 };

type RefusalBarsProps = { data: Pick<RefusalsResponse, "series" | "to">; reader: Reader };

/** Refused requests by hour or day; the list below has their counts as text. */
export function RefusalBars({ data, reader }: RefusalBarsProps) {
  const [from, to] = barEnds(data, reader);
  const most = Math.max(...data.series.map(({ requests }) => requests), 0);
  return (
    <div className="mt-2">
      <svg
        className="block w-full"
        height={SIZE.height}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {refusalBars(data.series, SIZE).map(({ key, requests, ...bar }) => (
          <rect key={key} {...bar} fill={requests > 0 ? "var(--warning)" : "var(--line)"} />
        ))}
      </svg>
      <div className="mt-1 flex justify-between text-micro text-ink-3 tabular-nums">
        <span>{from}</span>
        <span className="sr-only">{`at most ${formatNumber(most)} at once, until`}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
