import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import BellCheck from "lucide-react/icons/bell-check";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { COLUMNS } from "#app/features/operator/columns.ts";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { alertHistoryQuery, alertsQuery } from "#app/features/operator/queries.ts";
import type { OperatorAlertsResponse } from "#core/contract/operator-alerts.ts";
import { AlertDestinations } from "./alert-destinations.tsx";
import { AlertHistory } from "./alert-history.tsx";
import { AlertRules, RULES } from "./alert-rules.tsx";
import { momentText } from "./alerts-view.ts";
import { FIRING_GRID, FiringCard } from "./firing-card.tsx";
import { usePageDialog } from "./page-dialog.tsx";
import { TestAlertDialog } from "./test-alert-dialog.tsx";

const { title, description, ...TEXTS } = operatorMessages.alerts;

export const meta = operatorMeta(operatorMessages.alerts.title);

/** Shown as a whole, because alerts of unknown number would push the cards below them. */
export default function AlertsPage() {
  const query = useQuery(alertsQuery);
  const history = useInfiniteQuery(alertHistoryQuery);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={<TestAlertDialog destinations={query.data?.destinations ?? []} />}
      />
      <QueryState
        query={query}
        waitFor={[history]}
        loading={TEXTS.loading}
        skeleton={<AlertsSkeleton />}
        failed={{ title: TEXTS.failed, variant: "page" }}
      >
        {(alerts) => <Alerts alerts={alerts} history={history} now={query.dataUpdatedAt} />}
      </QueryState>
    </>
  );
}

interface AlertsProps {
  alerts: OperatorAlertsResponse;
  history: Parameters<typeof AlertHistory>[0]["query"];
  /** When the alerts were loaded, epoch ms. */
  now: number;
}

function Alerts({ alerts, history, now }: AlertsProps) {
  const { checked_at, late, firing, rules, destinations } = alerts;
  const { openAction, dialog } = usePageDialog();
  const checked = checked_at === null ? TEXTS.never : `Checked ${momentText(checked_at, now)}`;
  return (
    <section tabIndex={-1} aria-label={TEXTS.list} className="grid gap-6 outline-none max-lg:gap-3">
      {late && (
        <Alert tone="warning" role="note">
          {checked_at === null ? TEXTS.never : `Last checked ${momentText(checked_at, now)}`}. {TEXTS.late}
        </Alert>
      )}
      {firing.length === 0 ? (
        <Card>
          <CardTitle className="sr-only">{TEXTS.firing}</CardTitle>
          <EmptyState icon={BellCheck} title={TEXTS.none} description={TEXTS.noneHint} className="py-10" />
        </Card>
      ) : (
        <div className={FIRING_GRID}>
          {firing.map((alert) => (
            <FiringCard key={alert.id} alert={alert} now={now} onAct={openAction} />
          ))}
        </div>
      )}
      <div className={COLUMNS}>
        <AlertRules rules={rules} checked={checked} now={now} onAct={openAction} />
        <AlertDestinations destinations={destinations} now={now} />
      </div>
      <AlertHistory query={history} now={now} />
      {dialog}
    </section>
  );
}

const RULE_ROWS = 13;

/** Without a card per alert: usually none fires. */
const AlertsSkeleton = () => (
  <div className="grid gap-6 max-lg:gap-3">
    <Card className="grid h-52 place-items-center content-center gap-4">
      <Skeleton className="size-11" />
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-3 w-52 max-w-full" />
    </Card>
    <div className={COLUMNS}>
      <Card>
        <div className="border-b px-5 py-5 max-lg:px-4">
          <Skeleton className="h-3.5 w-20" />
        </div>
        <TableSkeleton footed table={RULES} rows={RULE_ROWS} />
      </Card>
      <Card className="h-56 p-5 max-lg:p-4">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="mt-7 h-3.5 w-48" />
        <Skeleton className="mt-3 h-3 w-28" />
      </Card>
    </div>
  </div>
);
