import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#app/components/query-state.tsx";
import { FigureSkeletons } from "#app/components/ui/skeleton-shapes.tsx";
import { StatCard } from "#app/features/analytics/stat-card.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { moneyText } from "#app/features/operator/texts.ts";
import { cn } from "#app/lib/class-names.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatCount, formatNumber } from "#app/lib/format.ts";
import type { PaymentRange, PaymentSummaryResponse } from "#core/contract/operator-payments.ts";
import { paymentTexts } from "./messages.ts";
import { paymentSummaryQuery } from "./payments-queries.ts";

const GRID = "grid grid-cols-4 gap-6 max-xl:grid-cols-2 max-lg:gap-3";

export const PaymentStats = ({ range }: { range: PaymentRange }) => (
  <div className="mb-6 max-lg:mb-3">
    <QueryState
      query={useQuery(paymentSummaryQuery(range))}
      loading="Loading figures"
      skeleton={<StatsSkeleton />}
      failed={{ title: paymentTexts.summaryFailed, variant: "card" }}
    >
      {(summary) => <Figures {...summary} />}
    </QueryState>
  </div>
);

const Figures = ({ top_ups, refunds, plans, events, alert_notices }: PaymentSummaryResponse) => (
  <div className={GRID}>
    <StatCard title="Payments" figure={signedDollars(sumDollars([top_ups.amount, -refunds.amount]))}>
      <Caption>
        {formatCount(top_ups.count, "payment")} less {formatCount(refunds.count, "refund")}
      </Caption>
    </StatCard>
    <StatCard title="Plans" figure={moneyText(plans.amount, "inr")}>
      <Caption>{formatCount(plans.count, "Premium plan")}, kept separate</Caption>
    </StatCard>
    <StatCard title="Stripe events" figure={formatNumber(events.total)}>
      <Outcome {...events} done="processed" />
    </StatCard>
    <StatCard title="Alert notices" figure={formatNumber(alert_notices.total)}>
      <Outcome {...alert_notices} done="sent or waiting" />
    </StatCard>
  </div>
);

const Caption = ({ children }: { children: React.ReactNode }) => (
  <p className="text-caption text-ink-3 tabular-nums">{children}</p>
);

interface OutcomeProps {
  total: number;
  failing: number;
  closed?: number;
  /** The state of the others. */
  done: string;
}

const Outcome = ({ total, failing, closed = 0, done }: OutcomeProps) => (
  <p className="flex items-center gap-1.5 text-caption text-ink-3 tabular-nums">
    <span
      aria-hidden="true"
      className={cn("size-1.5 rounded-full", failing > 0 ? "bg-danger" : "bg-success")}
    />
    {formatNumber(failing)} failing, {closed > 0 && `${formatNumber(closed)} closed, `}
    {formatNumber(total - failing - closed)} {done}
  </p>
);

export const StatsSkeleton = () => (
  <div className={GRID}>
    <FigureSkeletons count={4} />
  </div>
);
