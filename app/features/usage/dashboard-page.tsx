import { useSearchParams } from "@remix-run/react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { DashboardActions } from "./dashboard-actions.tsx";
import { DashboardContent } from "./dashboard-content.tsx";
import { DASHBOARD_SUBTITLE, DASHBOARD_TITLE } from "./messages.ts";
import { parseRange, withRange } from "./range-param.ts";
import { useAnalytics } from "./use-analytics.ts";
import { readerZone } from "./wall-clock.ts";

export function DashboardPage() {
  const [search, setSearch] = useSearchParams();
  const range = parseRange(search);
  const zone = readerZone();
  const analytics = useAnalytics(range, zone);
  return (
    <>
      <PageHeader
        title={DASHBOARD_TITLE}
        description={DASHBOARD_SUBTITLE}
        actions={
          <DashboardActions
            range={range}
            onRange={(chosen) => setSearch(withRange(search, chosen), { preventScrollReset: true })}
            refreshing={analytics.isFetching}
            onRefresh={() => analytics.refetch()}
          />
        }
      />
      <DashboardContent analytics={analytics} zone={zone} />
    </>
  );
}
