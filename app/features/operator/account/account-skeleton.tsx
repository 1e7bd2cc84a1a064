import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { CardSkeleton, FigureSkeletons } from "#app/components/ui/skeleton-shapes.tsx";

export const ACCOUNT_COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:flex max-lg:flex-col max-lg:items-stretch max-lg:gap-3";
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
    <div className={ACCOUNT_COLUMNS}>
      <CardSkeleton className="h-120" />
      <CardSkeleton className="h-80" />
    </div>
  </>
);
