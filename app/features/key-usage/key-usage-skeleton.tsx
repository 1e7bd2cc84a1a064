import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { dashboardSkeleton, StatSkeleton } from "#app/features/usage/dashboard-skeleton.tsx";
import { RequestLogSkeleton } from "#app/features/usage-log/request-log-skeleton.tsx";
import { KeyUsageGrid } from "./key-usage-grid.tsx";
import { Breadcrumb } from "./key-usage-header.tsx";

export const KeyFiguresSkeleton = () => (
  <KeyUsageGrid
    stats={
      <>
        {dashboardSkeleton.stats}
        <StatSkeleton title="Cost" />
      </>
    }
    chart={dashboardSkeleton.main}
    errors={dashboardSkeleton.errors}
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
