import { Card, CardFooter, CardHeader } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { EarlyFigure } from "#app/features/early/early-figure.tsx";
import type { EarlyFigureName } from "#app/features/early/early-figures.ts";
import { cn } from "#app/lib/class-names.ts";
import { STAT_TITLES } from "./messages.ts";
import { PLOT_SIZE, PlotSkeleton } from "./plot-skeleton.tsx";

const STATS: StatSkeletonProps[] = [
  { name: "requests", title: STAT_TITLES.requests },
  { name: "time", title: STAT_TITLES.time },
  { name: "errors", title: STAT_TITLES.errors },
];
const ENDPOINT_WIDTHS = ["w-44", "w-36", "w-30", "w-26", "w-40"];
const ERROR_WIDTHS = ["w-32", "w-40", "w-28", "w-36", "w-30"];

interface StatSkeletonProps {
  /** Of a figure that may come early. */
  name?: EarlyFigureName;
  title: string;
}

const digits = <Skeleton className="h-7 w-28" />;

export function StatSkeleton({ name, title }: StatSkeletonProps) {
  return (
    <Card className="p-5 max-lg:p-4">
      <div className="flex h-5 items-center justify-between">
        <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
        <Skeleton className="h-5 w-14" />
      </div>
      <div className="mt-3 flex h-8 items-center justify-between">
        {name ? <EarlyFigure name={name} className="text-figure" skeleton={digits} /> : digits}
        <Skeleton className="h-8 w-21" />
      </div>
      <div className="mt-3 flex h-4 items-center justify-between">
        <Skeleton className="h-3 w-28" />
        <Skeleton className="h-3 w-16" />
      </div>
      <Skeleton className="mt-1.5 h-1.5" />
    </Card>
  );
}

function ChartSkeleton() {
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="min-h-13">
          <Skeleton className="mt-1 h-3 w-20" />
          <Skeleton className="mt-3 h-5 w-44" />
        </div>
        <Skeleton className="h-8 w-56 rounded-control max-lg:h-10 max-sm:w-full" />
      </div>
      <div className="px-4 pt-4 max-sm:px-2">
        <div className={PLOT_SIZE}>
          <PlotSkeleton />
        </div>
      </div>
      <CardFooter className="mt-3 min-h-9.25 py-0">
        <Skeleton className="h-3 w-28" />
        <Skeleton className="h-3 w-24" />
      </CardFooter>
    </Card>
  );
}

export function RowSkeleton({ className, width }: { className: string; width: string }) {
  return (
    <div className={cn("flex items-center justify-between", className)}>
      <Skeleton className={cn("h-3", width)} />
      <Skeleton className="h-3 w-36 max-sm:w-12" />
    </div>
  );
}

function EndpointsSkeleton() {
  return (
    <Card className="px-5 pt-4 pb-2 max-lg:px-4">
      <Skeleton className="mt-1 h-3.5 w-28" />
      <RowSkeleton className="mt-3 h-7" width="w-14" />
      <div className="grid gap-0.5">
        {ENDPOINT_WIDTHS.map((width) => (
          <RowSkeleton key={width} className="h-9" width={width} />
        ))}
      </div>
    </Card>
  );
}

function ErrorTypesSkeleton() {
  return (
    <Card>
      <CardHeader>
        <Skeleton className="my-1 h-3.5 w-24" />
      </CardHeader>
      <div className="px-5 pt-2 pb-3 max-lg:px-4">
        {ERROR_WIDTHS.map((width) => (
          <div key={width} className="flex h-10 items-center justify-between">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-3 w-8" />
          </div>
        ))}
      </div>
    </Card>
  );
}

/** The figures' cards while they load, each in its final size. */
export const dashboardSkeleton = {
  stats: STATS.map((stat) => <StatSkeleton key={stat.title} {...stat} />),
  main: <ChartSkeleton />,
  endpoints: <EndpointsSkeleton />,
  errors: <ErrorTypesSkeleton />,
};
