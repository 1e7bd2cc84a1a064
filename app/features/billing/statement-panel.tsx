import { Link } from "@remix-run/react";
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import ScrollText from "lucide-react/icons/scroll-text";
import { DataTable } from "#app/components/data-table.tsx";
import { PagedPanel } from "#app/components/paged-panel.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { liveBalanceQuery } from "#app/features/balance/queries.ts";
import { FIRST_PAGE_EVERY_MINUTE } from "#app/lib/paging.ts";
import { paths } from "#app/lib/paths.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import type { ChangeAddress } from "#app/lib/use-address.ts";
import type { PendingPayment } from "#core/contract/account.ts";
import type { StatementDay, StatementResponse } from "#core/contract/ledger.ts";
import { billingMessages, showLabels } from "./messages.ts";
import { MODEL_USAGE, ModelUsageCard } from "./model-usage-card.tsx";
import { MonthSums, MonthSumsSkeleton } from "./month-sums.tsx";
import { PendingLine, pendingLead } from "./pending-payments.tsx";
import { periodName } from "./period-view.ts";
import {
  type BillingState,
  type Period,
  shownPeriod,
  statementDaysQuery,
  statementQuery,
} from "./queries.ts";
import { STATEMENT } from "./statement-table.tsx";
import { daysShowing, shownDays } from "./statement-view.ts";

interface StatementPanelProps {
  state: BillingState;
  change: ChangeAddress<BillingState>;
}

/** All parts together, so that nothing moves when the last of them arrives. */
export function StatementPanel({ state, change }: StatementPanelProps) {
  const period = shownPeriod(state.period, Date.now());
  const current = isCurrent(period);
  const days = useInfiniteQuery({ ...statementDaysQuery(period), ...(current && FIRST_PAGE_EVERY_MINUTE) });
  return (
    <QueryState
      query={useQuery({ ...statementQuery(period), ...(current && EVERY_MINUTE) })}
      waitFor={[days]}
      loading="Loading your statement"
      skeleton={<StatementSkeleton />}
      failed={{ title: billingMessages.statementFailed, variant: "list", blockedOnly: true }}
    >
      {(statement) => (
        <div className="grid gap-6 max-lg:gap-3">
          <Card className="overflow-hidden">
            <h2 className="sr-only">{periodName(period)}</h2>
            <MonthSums statement={statement} />
            {current && <PendingLine />}
          </Card>
          {statement.transactions + statement.requests > 0 && <ModelUsageCard statement={statement} />}
          <Transactions period={period} state={state} change={change} query={days} />
        </div>
      )}
    </QueryState>
  );
}

interface TransactionsProps extends StatementPanelProps {
  period: Period;
  query: UseInfiniteQueryResult<InfiniteData<StatementResponse>>;
}

function Transactions({ period, state: { show }, change, query }: TransactionsProps) {
  const { data: balance } = useQuery(liveBalanceQuery);
  const pending = isCurrent(period) && show !== "usage" ? (balance?.pending ?? []) : [];
  return (
    <Card className="overflow-hidden">
      <CardHeader className="items-center pb-3">
        <CardTitle>{billingMessages.transactions}</CardTitle>
        <SegmentedChoice
          aria-label={billingMessages.transactionsShown}
          value={show}
          choices={showLabels}
          onChoose={(value) => change({ show: value }, { replace: true })}
        />
      </CardHeader>
      <PagedPanel
        query={query}
        failed={billingMessages.statementFailed}
        loading="Loading your transactions"
        table={STATEMENT}
        empty={emptyState(period)}
        shown={shownDays}
        hint={billingMessages.exactHint}
      >
        {(days) => <Days days={daysShowing(days, show)} pending={pending} />}
      </PagedPanel>
    </Card>
  );
}

function Days({ days, pending }: { days: StatementDay[]; pending: PendingPayment[] }) {
  if (days.length === 0 && pending.length === 0) {
    return (
      <p className="border-t px-5 py-4 text-small text-ink-2 max-lg:px-4">{billingMessages.noneOfThese}</p>
    );
  }
  return (
    <div className="border-t">
      <DataTable
        {...STATEMENT}
        rows={days.map((day) => ({ ...day, id: day.date }))}
        lead={pendingLead(pending)}
      />
    </div>
  );
}

/** Money on its way belongs to no other month yet. */
const isCurrent = (period: Period) => period === "all" || period === shownPeriod(null, Date.now());

/** What to do about a period without transactions. */
function emptyState(period: Period) {
  const isNow = isCurrent(period);
  return {
    icon: ScrollText,
    title: isNow ? billingMessages.noTransactions : `No transactions in ${periodName(period)}`,
    description: isNow ? billingMessages.noTransactionsHint : billingMessages.otherMonthHint,
    action: (
      <Button asChild variant={isNow ? "primary" : "secondary"}>
        {isNow ? (
          <Link to={paths.addBalance}>Add funds</Link>
        ) : (
          <Link to={paths.billing}>{billingMessages.toCurrentMonth}</Link>
        )}
      </Button>
    ),
  };
}

const SKELETON_ROWS = 5;

const StatementSkeleton = () => (
  <div className="grid gap-6 max-lg:gap-3">
    <Card className="overflow-hidden">
      <MonthSumsSkeleton />
    </Card>
    {[MODEL_USAGE, STATEMENT].map((table) => (
      <Card key={table.columns.length} className="overflow-hidden">
        <CardHeader className="pb-3">
          <Skeleton className="my-1 h-3.5 w-32" />
        </CardHeader>
        <TableSkeleton table={table} rows={SKELETON_ROWS} />
      </Card>
    ))}
  </div>
);
