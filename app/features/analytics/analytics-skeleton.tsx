import { EarlyFigure, type EarlyFigureName } from "#app/components/early-figure.tsx";
import { Card, CardFooter, CardHeader } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { STAT_TITLES } from "./messages.ts";

export const PLOT_SIZE = "h-59 max-sm:h-52.5";
/** In percent. Each is unique because it is also the key. */
const BAR_HEIGHTS = [38, 52, 46, 60, 72, 58, 44, 30, 22, 26, 40, 64, 80, 74, 62, 54, 48, 56, 66, 50];
const ENDPOINT_WIDTHS = ["w-44", "w-36", "w-30", "w-26", "w-40"];
const ERROR_WIDTHS = ["w-32", "w-40", "w-28", "w-36", "w-30"];

/** `name` is for a figure that the early script can fill in. */
export function StatSkeleton({ name, title }: { name?: EarlyFigureName; title: string }) {
  const digits = <Skeleton className="h-7 w-28" />;
  return (
    <Card className="p-5 max-lg:p-4">
      <div className="flex h-5 items-center justify-between">
        <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
        <Skeleton className="h-5 w-14" />
      </div>
      <div className="mt-3 flex h-8 items-center justify-between">
        {name ? <EarlyFigure name={name} className="text-figure" skeleton={digits} /> : digits}
        <Skeleton className="h-8 w-21 sm:max-lg:hidden" />
      </div>
      <RowSkeleton className="mt-3 h-4" left="w-28" right="w-16" />
      <Skeleton className="mt-1.5 h-1.5" />
    </Card>
  );
}

export function ChartSkeleton({ stackable = false }: { stackable?: boolean }) {
  return (
    <Card className="flex h-full flex-col">
      <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
        <div className="sm:min-h-13">
          <Skeleton className="mt-1 h-3 w-20" />
          <Skeleton className="mt-3 h-5 w-44" />
        </div>
        <div className="grid justify-items-end gap-2 max-sm:w-full">
          <Skeleton className="h-8 w-83 rounded-control max-lg:h-10 max-sm:w-full" />
          {stackable && <Skeleton className="h-8 w-42 rounded-control max-lg:h-9 max-sm:w-full" />}
        </div>
      </div>
      <div className="flex flex-1 flex-col px-4 pt-4 max-sm:px-2">
        <PlotSkeleton className={cn("grow", PLOT_SIZE)} />
      </div>
      <CardFooter className="mt-3 min-h-9.25 py-0">
        <Skeleton className="h-3 w-28" />
        <Skeleton className="h-3 w-24" />
      </CardFooter>
    </Card>
  );
}

export const PlotSkeleton = ({ className }: { className: string }) => (
  <div className={cn("flex items-end gap-2 px-1 pb-6.5 max-sm:gap-1", className)} aria-hidden="true">
    {BAR_HEIGHTS.map((height) => (
      <Skeleton
        key={height}
        className="flex-1 rounded-t-[3px] rounded-b-none"
        style={{ height: `${height}%` }}
      />
    ))}
  </div>
);

export function RankedListSkeleton({ head, names }: { head: string; names: readonly string[] }) {
  return (
    <>
      <RowSkeleton className="h-7" left={head} right="w-36 max-sm:w-12" />
      <div className="grid gap-0.5">
        {names.map((width) => (
          <RowSkeleton key={width} className="h-9" left={width} right="w-36 max-sm:w-12" />
        ))}
      </div>
    </>
  );
}

function RowSkeleton({ className, left, right }: { className: string; left: string; right: string }) {
  return (
    <div className={cn("flex items-center justify-between", className)}>
      <Skeleton className={cn("h-3", left)} />
      <Skeleton className={cn("h-3", right)} />
    </div>
  );
}

function ErrorsSkeleton() {
  return (
    <Card>
      <CardHeader>
        <Skeleton className="my-1 h-3.5 w-36" />
      </CardHeader>
      <div className="px-5 pt-3 pb-2 max-lg:px-4">
        <RowSkeleton className="h-4" left="w-14" right="w-28" />
      </div>
      <div className="border-t px-5 pt-3 pb-2 max-lg:px-4">
        <RowSkeleton className="h-4" left="w-12" right="w-32" />
        {ERROR_WIDTHS.map((width) => (
          <RowSkeleton key={width} className="h-10" left={width} right="w-8" />
        ))}
      </div>
      <CardFooter className="min-h-9.25 py-0">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-3 w-16" />
      </CardFooter>
    </Card>
  );
}

/** The cards have the same size as those with the figures. */
export const dashboardSkeleton = {
  stats: (
    <>
      <StatSkeleton name="requests" title={STAT_TITLES.requests} />
      <StatSkeleton name="time" title={STAT_TITLES.time} />
      <StatSkeleton name="errors" title={STAT_TITLES.errors} />
    </>
  ),
  main: <ChartSkeleton stackable />,
  endpoints: (
    <Card className="px-5 pt-4 pb-2 max-lg:px-4">
      <Skeleton className="mt-1 mb-3 h-3.5 w-28" />
      <RankedListSkeleton head="w-14" names={ENDPOINT_WIDTHS} />
    </Card>
  ),
  errors: <ErrorsSkeleton />,
};
