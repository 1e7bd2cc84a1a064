import type { ReactNode } from "react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Loading } from "#app/components/ui/skeleton.tsx";
import { dashboardSkeleton } from "#app/features/analytics/analytics-skeleton.tsx";
import { UsageActions } from "#app/features/analytics/usage-actions.tsx";
import { BalanceCardSkeleton } from "#app/features/balance/balance-card.tsx";
import { RunwaySkeleton } from "#app/features/runway/runway.tsx";
import { SubscriptionCardSkeleton } from "#app/features/subscription/subscription-card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { pages } from "#app/lib/pages.ts";

interface DashboardGridProps {
  stats?: ReactNode;
  main: ReactNode;
  balance: ReactNode;
  endpoints?: ReactNode;
  breakdown?: ReactNode;
  subscription: ReactNode;
  errors?: ReactNode;
  stale?: boolean;
  /** A new one replaces the cells below lists that may be shorter than their skeletons, so that none of them jumps. */
  placeKey?: string;
}

/** Thirds for the lower row; the aside of the upper one is narrower than the last of them. */
const WIDE_COLUMNS =
  "2xl:grid-cols-[calc((100%-3rem)/3)_1.5rem_calc((100%-3rem)/3)_1.5rem_minmax(0,1fr)_1.5rem_22rem] 2xl:gap-x-0";

/**
 * One column on a phone. From 640 px, balance and subscription stand beside the errors; from 1024 px, they are an aside;
 * from 1536 px, the lists and the errors are a row below the chart and that aside.
 */
export function DashboardGrid(props: DashboardGridProps) {
  const { stats, main, balance, endpoints, breakdown, subscription, errors, stale = false, placeKey } = props;
  const figures = cn("transition-opacity", stale && "opacity-60");
  const cell = "min-w-0 empty:hidden";
  return (
    <div className="grid gap-6 max-lg:gap-3">
      {stats && (
        <div className={cn("grid grid-cols-3 gap-6 max-lg:gap-3 max-sm:grid-cols-1", figures)}>{stats}</div>
      )}
      <div
        className={cn(
          "grid grid-cols-2 gap-3 max-sm:grid-cols-1 sm:max-lg:grid-rows-[auto_auto_1fr]",
          "lg:grid-cols-[minmax(0,1fr)_var(--spacing-aside)] lg:items-start lg:gap-6",
          "2xl:grid-rows-[auto_1fr] 2xl:items-stretch",
          WIDE_COLUMNS,
        )}
      >
        <div className="contents min-w-0 grid-cols-1 gap-6 lg:grid 2xl:contents">
          <div
            className={cn(cell, figures, "max-lg:order-1 sm:max-lg:col-span-2 2xl:col-[1/6] 2xl:row-[1/3]")}
          >
            {main}
          </div>
          <div
            key={`breakdown ${placeKey}`}
            className={cn(
              cell,
              "order-3 sm:max-lg:order-5 sm:max-lg:col-span-2 lg:order-none 2xl:col-1 2xl:row-3",
            )}
          >
            {breakdown}
          </div>
          <div
            className={cn(
              cell,
              figures,
              "order-4 sm:max-lg:order-6 sm:max-lg:col-span-2 lg:order-none 2xl:col-3 2xl:row-3",
            )}
          >
            {endpoints}
          </div>
        </div>
        <div className="contents min-w-0 grid-cols-1 gap-6 lg:grid 2xl:contents">
          <div className={cn(cell, "order-2 lg:order-none 2xl:col-7 2xl:row-1")}>{balance}</div>
          <div
            className={cn(
              cell,
              figures,
              "order-5 sm:max-lg:order-3 sm:max-lg:row-span-2 sm:max-lg:[&>section]:h-full lg:order-none 2xl:col-[5/8] 2xl:row-3",
            )}
          >
            {errors}
          </div>
          <div
            key={`subscription ${placeKey}`}
            className={cn(cell, "order-6 sm:max-lg:order-4 lg:order-none 2xl:col-7 2xl:row-2")}
          >
            {subscription}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The dashboard before the session is known; the early script fills in the large figures. */
export function DashboardOutline() {
  return (
    <Loading label="Loading dashboard">
      <PageHeader
        {...pages.dashboard.heading}
        actions={<UsageActions refreshing outline onRefresh={() => {}} />}
      />
      <DashboardGrid
        {...dashboardSkeleton}
        balance={<BalanceCardSkeleton runway={<RunwaySkeleton />} />}
        subscription={<SubscriptionCardSkeleton />}
      />
    </Loading>
  );
}
