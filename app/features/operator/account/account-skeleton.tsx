import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { CardSkeleton, FigureSkeletons } from "#app/components/ui/skeleton-shapes.tsx";
import { COLUMNS } from "#app/features/operator/columns.ts";

export const ACCOUNT_SIDE = "grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:contents";
export const STATS_GRID =
  "mb-6 grid grid-cols-3 gap-6 max-lg:mb-3 max-lg:gap-3 max-sm:grid-cols-2 max-sm:*:first:col-span-2";

export const AccountSkeleton = () => (
  <>
    <Skeleton className="mb-3 h-4 w-56" />
    <Skeleton className="h-7 w-72 max-w-full" />
    <Skeleton className="mt-2 mb-7 h-4 w-80 max-w-full" />
    <div className={STATS_GRID}>
      <FigureSkeletons count={3} />
    </div>
    <div className={COLUMNS}>
      <CardSkeleton className="h-120" />
      <CardSkeleton className="h-80" />
    </div>
  </>
);
