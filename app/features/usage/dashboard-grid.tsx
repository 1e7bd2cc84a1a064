import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

export interface DashboardGridProps {
  stats?: ReactNode;
  /** The wide column's first card. */
  main: ReactNode;
  balance: ReactNode;
  endpoints?: ReactNode;
  breakdown?: ReactNode;
  subscription: ReactNode;
  errors?: ReactNode;
  /** Former figures, while others load. */
  stale?: boolean;
}

/** In the order of a phone; balance and subscription move beside the chart where there is room. */
export function DashboardGrid(props: DashboardGridProps) {
  const { stats, main, balance, endpoints, breakdown, subscription, errors, stale = false } = props;
  const figures = cn("transition-opacity", stale && "opacity-60");
  return (
    <div className="grid gap-6 max-lg:gap-3">
      {stats && (
        <div className={cn("grid grid-cols-3 gap-6 max-lg:grid-cols-1 max-lg:gap-3", figures)}>{stats}</div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <div className={cn("min-w-0 max-lg:order-1", figures)}>{main}</div>
          {endpoints && <div className={cn("min-w-0 max-lg:order-3", figures)}>{endpoints}</div>}
          {breakdown && <div className="min-w-0 max-lg:order-6">{breakdown}</div>}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <div className="min-w-0 max-lg:order-2">{balance}</div>
          <div className="min-w-0 max-lg:order-4">{subscription}</div>
          {errors && <div className={cn("min-w-0 max-lg:order-5", figures)}>{errors}</div>}
        </div>
      </div>
    </div>
  );
}
