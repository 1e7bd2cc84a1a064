import { useQueryClient } from "@tanstack/react-query";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { RUNWAY_QUERY_KEY } from "#app/features/runway/use-runway.ts";
import { SUBSCRIPTION_QUERY_KEY } from "#app/features/subscription/use-subscription.ts";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { DashboardContent } from "./dashboard-content.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { UsageActions } from "./usage-actions.tsx";
import { useAnalytics } from "./use-analytics.ts";
import { BREAKDOWN_QUERY_KEY } from "./use-breakdown.ts";
import { useRange } from "./use-range.ts";
import { useUsageFilter } from "./use-usage-filter.ts";
import { readerZone } from "./wall-clock.ts";

/** What the page shows beside the figures, all of which a request changes. */
const BESIDE_THE_FIGURES = [BREAKDOWN_QUERY_KEY, RUNWAY_QUERY_KEY, BALANCE_QUERY_KEY, SUBSCRIPTION_QUERY_KEY];

export function DashboardPage() {
  const [range, chooseRange] = useRange();
  const zone = readerZone();
  const { filter } = useUsageFilter();
  const analytics = useAnalytics({ range, zone, filter });
  const queryClient = useQueryClient();

  const refresh = () =>
    Promise.all([
      analytics.refetch(),
      ...BESIDE_THE_FIGURES.map((queryKey) => queryClient.refetchQueries({ queryKey })),
    ]);

  return (
    <>
      <PageHeader
        {...pageHeadings.dashboard}
        actions={
          <UsageActions
            range={range}
            onRange={chooseRange}
            refreshing={analytics.isFetching}
            onRefresh={refresh}
          />
        }
      />
      <FilterChips filter={filter} />
      <DashboardContent analytics={analytics} refresh={refresh} range={range} zone={zone} filter={filter} />
    </>
  );
}
