import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { formatMilliseconds } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";

const loadList = () => import("./percentile-list.tsx");

/** The 95th percentile; the others, and why there may be none, on demand. */
export function Percentiles({ percentiles }: Pick<AnalyticsAnswer, "percentiles">) {
  const button = (
    <button
      type="button"
      className="relative rounded-tag text-ink-3 underline decoration-edge underline-offset-3 transition-colors after:absolute after:-inset-2.5 hover:text-ink-2 tabular"
    >
      p95 {formatMilliseconds(percentiles.p95)}
    </button>
  );
  return <OnDemand load={loadList} popup="dialog" trigger={button} props={{ percentiles }} />;
}
