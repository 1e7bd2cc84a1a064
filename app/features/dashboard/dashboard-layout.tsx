import type { ReactNode } from "react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
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
}

/** One column on a phone; balance, subscription and errors move beside the chart on wider screens. */
export function DashboardGrid(props: DashboardGridProps) {
  const { stats, main, balance, endpoints, breakdown, subscription, errors, stale = false } = props;
  const figures = cn("transition-opacity", stale && "opacity-60");
  return (
    <div className="grid gap-6 max-lg:gap-3">
      {stats && (
        <div className={cn("grid grid-cols-3 gap-6 max-lg:grid-cols-1 max-lg:gap-3", figures)}>{stats}</div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <div className={cn("min-w-0 max-lg:order-1", figures)}>{main}</div>
          {endpoints && <div className={cn("min-w-0 max-lg:order-3", figures)}>{endpoints}</div>}
          {breakdown && <div className="min-w-0 max-lg:order-6">{breakdown}</div>}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <div className="min-w-0 max-lg:order-2">{balance}</div>
          <div className="min-w-0 max-lg:order-4">{subscription}</div>
          {errors && <div className={cn("min-w-0 max-lg:order-5", figures)}>{errors}</div>}
        </div>
      </div>
    </div>
  );
}

/** The dashboard before the session is known; the early script fills in the large figures. */
export function DashboardOutline() {
  return (
    <div aria-busy="true" data-outline>
      <PageHeader {...pages.dashboard.heading} actions={<UsageActions refreshing onRefresh={() => {}} />} />
      <DashboardGrid
        {...dashboardSkeleton}
        balance={<BalanceCardSkeleton runway={<RunwaySkeleton />} />}
        subscription={<SubscriptionCardSkeleton />}
      />
    </div>
  );
}
