import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface DashboardGridProps {
  stats?: ReactNode;
  /** The wide column's first card. */
  main: ReactNode;
  balance: ReactNode;
  endpoints?: ReactNode;
  /** Former figures, while others load. */
  stale?: boolean;
}

/** In the order of a phone; the balance moves beside the chart where there is room. */
export function DashboardGrid({ stats, main, balance, endpoints, stale = false }: DashboardGridProps) {
  const figures = cn("transition-opacity", stale && "opacity-60");
  return (
    <div className="grid gap-6 max-lg:gap-3">
      {stats && (
        <div className={cn("grid grid-cols-3 gap-6 max-lg:grid-cols-1 max-lg:gap-3", figures)}>{stats}</div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] grid-rows-[auto_1fr] items-start gap-6 max-lg:grid-cols-1 max-lg:grid-rows-none max-lg:gap-3">
        <div className={cn("min-w-0", figures)}>{main}</div>
        <div className="row-span-2 min-w-0 max-lg:row-span-1">{balance}</div>
        {endpoints && <div className={cn("min-w-0", figures)}>{endpoints}</div>}
      </div>
    </div>
  );
}
