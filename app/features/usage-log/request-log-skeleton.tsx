import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";

const ROWS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"];

export const RequestRowsSkeleton = () => (
  <>
    <div className="h-9 border-y bg-canvas max-lg:hidden" />
    {ROWS.map((row) => (
      <div
        key={row}
        className="flex h-11 items-center justify-between gap-6 border-t px-5 first-of-type:border-t-0 max-lg:h-15.25 max-lg:px-4"
      >
        <Skeleton className="h-3 w-32 max-lg:w-8" />
        <Skeleton className="h-3 w-44 max-lg:w-40" />
        <Skeleton className="h-3 w-10 max-lg:hidden" />
        <Skeleton className="h-3 w-16" />
      </div>
    ))}
  </>
);

export const RequestLogSkeleton = () => (
  <Card>
    <div className="flex h-14 items-center px-5 max-lg:px-4">
      <Skeleton className="h-3.5 w-24" />
    </div>
    <RequestRowsSkeleton />
  </Card>
);
