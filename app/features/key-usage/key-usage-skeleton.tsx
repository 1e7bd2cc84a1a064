import { Card, CardHeader } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { dashboardSkeleton } from "#app/features/usage/dashboard-skeleton.tsx";
import { KeyUsageGrid } from "./key-usage-grid.tsx";
import { Breadcrumb } from "./key-usage-header.tsx";
import { RequestLogSkeleton } from "./request-log-skeleton.tsx";

const ERROR_WIDTHS = ["w-32", "w-40", "w-28", "w-36", "w-30"];

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

export const KeyFiguresSkeleton = () => (
  <KeyUsageGrid
    stats={dashboardSkeleton.stats}
    chart={dashboardSkeleton.main}
    errors={<ErrorTypesSkeleton />}
    endpoints={dashboardSkeleton.endpoints}
  />
);

/** Before the key is known. */
export function KeyUsageSkeleton() {
  return (
    <div aria-busy="true">
      <Breadcrumb />
      <PageHeader
        title={
          <>
            <span className="sr-only">Loading API key</span>
            <Skeleton className="my-1 h-5 w-36" />
          </>
        }
        description={
          <span className="flex h-5.5 items-center">
            <Skeleton className="h-3.5 w-80 max-w-full" />
          </span>
        }
        actions={
          <>
            <Skeleton className="h-9 w-38 rounded-control max-lg:h-10 max-sm:flex-1" />
            <Skeleton className="h-9 w-25 rounded-control max-lg:h-10" />
          </>
        }
      />
      <KeyFiguresSkeleton />
      <div className="mt-6 max-lg:mt-3">
        <RequestLogSkeleton />
      </div>
    </div>
  );
}
