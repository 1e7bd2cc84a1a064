import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";
import type { Range } from "#core/domain/ranges.ts";
import { countOf, type LogTotals, totalsCaption } from "./log-view.ts";

interface LogTotalsLineProps {
  /** Undefined while loading, null when they cannot be had. */
  totals: LogTotals | null | undefined;
  status: string | undefined;
  range: Range;
  stale: boolean;
}

export function LogTotalsLine({ totals, status, range, stale }: LogTotalsLineProps) {
  const count = totals ? countOf(totals, status) : null;
  return (
    <p
      className={cn(
        "flex min-h-7 min-w-0 flex-wrap items-baseline gap-x-2 transition-opacity",
        stale && "opacity-60",
      )}
    >
      {totals === undefined && <Skeleton className="mt-1.5 h-4 w-64 max-w-full" />}
      {count !== null && (
        <span className="text-[1.375rem] leading-7 font-medium tracking-[-0.025em] tabular">
          {formatNumber(count)}
        </span>
      )}
      {totals && (
        <span className="text-caption text-ink-3 tabular">{totalsCaption(totals, status, range)}</span>
      )}
    </p>
  );
}
