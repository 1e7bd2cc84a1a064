import { Swatch } from "#app/components/charts/swatch.tsx";
import { formatCompact, formatDate, formatNumber } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { tokenCounts, tokensSince } from "./token-counts.ts";
import { TOKEN_PARTS } from "./usage-chart-view.ts";

/** Below the chart of tokens: what its colors stand for, with the totals. */
export function TokenLegend({ data }: { data: AnalyticsResponse }) {
  const counts = tokenCounts(data);
  if (!counts) return null;
  const since = tokensSince(data);
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 px-5 pt-2 text-caption text-ink-2 max-lg:px-4">
      {TOKEN_PARTS.map(({ part, name, layer }) => (
        <span key={part} className="flex items-center gap-1.5" title={formatNumber(counts[part])}>
          <Swatch layer={layer} />
          {name} <span className="font-medium text-ink tabular-nums">{formatCompact(counts[part])}</span>
        </span>
      ))}
      {since !== null && <span className="text-ink-3">Tokens before {formatDate(since)} aren’t known.</span>}
    </div>
  );
}
