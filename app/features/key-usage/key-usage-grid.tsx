import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface KeyUsageGridProps {
  stats: ReactNode;
  chart: ReactNode;
  errors: ReactNode;
  endpoints: ReactNode;
  /** Former figures, while others load. */
  stale?: boolean;
}

export function KeyUsageGrid({ stats, chart, errors, endpoints, stale = false }: KeyUsageGridProps) {
  return (
    <div className={cn("grid gap-6 transition-opacity max-lg:gap-3", stale && "opacity-60")}>
      <div className="grid grid-cols-2 gap-6 max-lg:gap-3 max-sm:grid-cols-1">{stats}</div>
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        {chart}
        {errors}
      </div>
      {endpoints}
    </div>
  );
}
