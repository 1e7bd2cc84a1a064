import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { alertsQuery, everyOverviewQuery, overviewQuery } from "#app/features/operator/queries.ts";
import { RANGE_LABELS, rangeParameter } from "#app/features/operator/texts.ts";
import { useAddress } from "#app/lib/use-address.ts";
import type { OperatorAlertsResponse } from "#core/contract/operator-alerts.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import { overviewTexts } from "./messages.ts";
import { OverviewAlerts } from "./overview-alerts.tsx";
import { OverviewChart } from "./overview-chart.tsx";
import { OverviewModels } from "./overview-models.tsx";
import { OVERVIEW_COLUMNS, OverviewSkeleton } from "./overview-skeleton.tsx";
import { OverviewStats } from "./overview-stats.tsx";
import { OverviewStuck } from "./overview-stuck.tsx";
import { cronText, overviewAddress } from "./overview-view.ts";

const { title, description } = overviewTexts;

export const meta = operatorMeta(overviewTexts.title);

/** Shown as a whole, because alerts of unknown number would push the cards below them. */
export default function OverviewPage() {
  const [{ range }, change] = useAddress(overviewAddress);
  const overview = useQuery(overviewQuery(range));
  const alerts = useQuery(alertsQuery);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Select
              aria-label={operatorMessages.range}
              icon={<CalendarDays aria-hidden="true" />}
              value={range}
              onValueChange={(chosen) => change({ range: rangeParameter.parse(chosen) })}
              choices={Object.entries(RANGE_LABELS).map(([value, label]) => ({ value, label }))}
            />
            <RefreshButton busy={overview.isFetching || alerts.isFetching} />
          </div>
        }
      />
      <QueryState
        query={overview}
        waitFor={[alerts]}
        loading={overviewTexts.loading}
        skeleton={<OverviewSkeleton />}
        failed={{ title: overviewTexts.failed, variant: "page" }}
      >
        {(data) => (
          <div
            aria-busy={overview.isPlaceholderData}
            className="grid gap-6 transition-opacity aria-busy:opacity-60 max-lg:gap-3"
          >
            <Overview overview={data} range={range} alerts={alerts} />
          </div>
        )}
      </QueryState>
    </>
  );
}

interface OverviewProps {
  overview: OverviewResponse;
  range: PaymentRange;
  alerts: UseQueryResult<OperatorAlertsResponse>;
}

const Overview = ({ overview, range, alerts }: OverviewProps) => (
  <>
    {overview.cron.late && (
      <Alert tone="warning" role="note">
        {cronText(overview.cron, overview.stuck.checked_at)}. {overviewTexts.cronStopped}
      </Alert>
    )}
    <QueryState query={alerts} failed={{ title: overviewTexts.alertsFailed, variant: "card" }}>
      {(data) => data && <OverviewAlerts firing={data.firing} now={alerts.dataUpdatedAt} />}
    </QueryState>
    <OverviewStats {...overview} />
    <div className={OVERVIEW_COLUMNS}>
      <OverviewChart overview={overview} range={range} />
      <OverviewStuck stuck={overview.stuck} cron={overview.cron} />
    </div>
    <OverviewModels overview={overview} range={range} />
  </>
);

function RefreshButton({ busy }: { busy: boolean }) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(everyOverviewQuery),
      queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
    ]);
  return (
    <Button busy={busy} onClick={refresh}>
      {!busy && <RefreshCw aria-hidden="true" />}
      {operatorMessages.refresh}
    </Button>
  );
}
