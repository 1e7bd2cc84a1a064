import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";

export const LEGEND_LIST = "grid grid-cols-2 gap-x-8 gap-y-0.5 px-5 pt-2 max-lg:px-4 max-sm:grid-cols-1";
export const LEGEND_ROW = "flex h-7 w-full items-center gap-2 rounded-item px-1.5 text-small max-lg:h-9";
const WIDTHS = ["w-24", "w-20", "w-28", "w-16", "w-30", "w-26"];

export const LegendSkeleton = () => (
  <div className={LEGEND_LIST} aria-hidden="true">
    {WIDTHS.map((width) => (
      <div key={width} className={LEGEND_ROW}>
        <Skeleton className={cn("h-3", width)} />
        <Skeleton className="ml-auto h-3 w-20" />
      </div>
    ))}
  </div>
);
