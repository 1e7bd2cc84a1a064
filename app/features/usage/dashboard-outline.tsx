import { PageHeader } from "#app/components/ui/page-header.tsx";
import { BalanceCardSkeleton } from "#app/features/balance/balance-skeleton.tsx";
import { RunwaySkeleton } from "#app/features/runway/runway.tsx";
import { SubscriptionCardSkeleton } from "#app/features/subscription/subscription-skeleton.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { DashboardGrid } from "./dashboard-grid.tsx";
import { dashboardSkeleton } from "./dashboard-skeleton.tsx";
import { UsageActions } from "./usage-actions.tsx";
import { useRange } from "./use-range.ts";

/** The dashboard before its reader is known: everything in its place, and the large figures as soon as they are there. */
export function DashboardOutline() {
  const [range, chooseRange] = useRange();
  return (
    <div aria-busy="true" data-outline>
      <PageHeader
        {...pageHeadings.dashboard}
        actions={<UsageActions range={range} onRange={chooseRange} onRefresh={() => {}} refreshing />}
      />
      <DashboardGrid
        {...dashboardSkeleton}
        balance={<BalanceCardSkeleton runway={<RunwaySkeleton />} />}
        subscription={<SubscriptionCardSkeleton />}
      />
    </div>
  );
}
