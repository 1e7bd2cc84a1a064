import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { FigureSkeletons } from "#app/components/ui/skeleton-shapes.tsx";
import { PLOT_SIZE } from "#app/features/analytics/analytics-skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { MODELS } from "./overview-models.tsx";
import { OVERVIEW_STATS } from "./overview-stats.tsx";

export const OVERVIEW_COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-stretch gap-6 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-3";

const STUCK = ["w-28", "w-40", "w-32", "w-24", "w-26", "w-30", "w-25", "w-27"];
const MODEL_ROWS = 6;

/** As large as the page of usual length; no alert fires. */
export const OverviewSkeleton = () => (
  <div className="grid gap-6 max-lg:gap-3">
    <Card className="flex h-14.5 items-center px-5 max-lg:px-4">
      <Skeleton className="h-3.5 w-32" />
    </Card>
    <div className={OVERVIEW_STATS}>
      <FigureSkeletons count={4} />
    </div>
    <div className={OVERVIEW_COLUMNS}>
      <ChartSkeleton />
      <Card className="min-w-0 px-5 pb-2 max-lg:px-4">
        <Skeleton className="mt-5 mb-3 h-3.5 w-16" />
        {STUCK.map((width) => (
          <div key={width} className="grid h-13 content-center gap-1.5">
            <Skeleton className={cn("h-3", width)} />
            <Skeleton className="h-2.5 w-20" />
          </div>
        ))}
      </Card>
    </div>
    <Card>
      <Skeleton className="mx-5 my-5 h-3.5 w-20 max-lg:mx-4" />
      <TableSkeleton footed table={MODELS} rows={MODEL_ROWS} />
    </Card>
  </div>
);

const ChartSkeleton = () => (
  <Card className="flex min-w-0 flex-col">
    <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
      <Skeleton className="h-11 w-60 max-w-full" />
      <Skeleton className="h-8 w-74 rounded-control max-lg:h-10 max-sm:w-full" />
    </div>
    <div className="flex flex-1 flex-col px-4 pt-4 max-sm:px-2">
      <Skeleton className={cn("grow opacity-50", PLOT_SIZE)} />
    </div>
    <CardFooter className="mt-3 min-h-12 py-0">
      <Skeleton className="h-3 w-28" />
      <Skeleton className="h-3 w-24" />
    </CardFooter>
  </Card>
);
