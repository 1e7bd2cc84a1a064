import { PageHeader } from "#app/components/ui/page-header.tsx";
import { DashboardContent } from "./dashboard-content.tsx";
import { DASHBOARD_SUBTITLE, DASHBOARD_TITLE } from "./messages.ts";
import { UsageActions } from "./usage-actions.tsx";
import { useAnalytics } from "./use-analytics.ts";
import { useRange } from "./use-range.ts";
import { readerZone } from "./wall-clock.ts";

export function DashboardPage() {
  const [range, chooseRange] = useRange();
  const zone = readerZone();
  const analytics = useAnalytics({ range, zone });
  return (
    <>
      <PageHeader
        title={DASHBOARD_TITLE}
        description={DASHBOARD_SUBTITLE}
        actions={
          <UsageActions
            range={range}
            onRange={chooseRange}
            refreshing={analytics.isFetching}
            onRefresh={() => analytics.refetch()}
          />
        }
      />
      <DashboardContent analytics={analytics} zone={zone} />
    </>
  );
}
