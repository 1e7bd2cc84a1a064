import { useOnDemand } from "#app/components/ui/on-demand.ts";
import { formatMilliseconds } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";

/** The 95th percentile; the others, and why there may be none, on demand. */
export function Percentiles({ percentiles }: Pick<AnalyticsAnswer, "percentiles">) {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./percentile-list.tsx"), "dialog");
  const button = (
    <button
      type="button"
      className="relative rounded-tag text-ink-3 underline decoration-edge underline-offset-3 transition-colors after:absolute after:-inset-2.5 hover:text-ink-2 tabular"
      {...wish}
    >
      p95 {formatMilliseconds(percentiles.p95)}
    </button>
  );
  return Part ? <Part percentiles={percentiles} trigger={button} byKeyboard={byKeyboard} /> : button;
}
