import { Progress } from "#app/components/ui/progress.tsx";
import { isNearLimit } from "#app/lib/budgets.ts";
import { formatExactDollars, formatPrice, formatSum } from "#app/lib/format.ts";

interface UsedLineProps {
  label: string;
  /** Dollars. */
  used: number;
  /** Dollars; null without one. */
  limit: number | null;
  className?: string;
}

/** What was used of a limit, as words and as a bar. Has the same height without a limit. */
export function UsedLine({ label, used, limit, className }: UsedLineProps) {
  const near = limit !== null && isNearLimit(used, limit);
  return (
    <div className={className}>
      <p className="mb-1.5 flex justify-between gap-3 text-caption">
        <span className="text-ink-2">{label}</span>
        <span className="shrink-0 text-ink-2 tabular-nums" title={formatExactDollars(used)}>
          <strong className="font-medium text-ink">{formatSum(used)}</strong>
          {limit !== null && ` of ${formatPrice(limit)}`}
        </span>
      </p>
      {limit === null ? (
        <div className="h-1.5" />
      ) : (
        <Progress
          aria-label={label}
          value={limit === 0 ? 100 : (100 * used) / limit}
          tone={near ? "warning" : "accent"}
        />
      )}
    </div>
  );
}
