import { useQuery } from "@tanstack/react-query";
import { FailedCard } from "#app/components/load-failure.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { StatCard } from "#app/features/analytics/stat-card.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { cn } from "#app/lib/class-names.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatCount, formatNumber } from "#app/lib/format.ts";
import type { PaymentRange, PaymentSummaryResponse } from "#core/contract/operator-payments.ts";
import { paymentSummaryQuery } from "./payments-queries.ts";
import { moneyText, paymentTexts } from "./payments-view.ts";

const GRID = "mb-6 grid grid-cols-4 gap-6 max-xl:grid-cols-2 max-lg:mb-3 max-lg:gap-3";

export function PaymentStats({ range }: { range: PaymentRange }) {
  const query = useQuery(paymentSummaryQuery(range));
  if (query.data) return <Figures {...query.data} />;
  if (!query.error) return <StatsSkeleton />;
  return (
    <div className="mb-6 max-lg:mb-3">
      <FailedCard query={query} title={paymentTexts.summaryFailed} />
    </div>
  );
}

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
  <div className={GRID} aria-busy="true">
    {["first", "second", "third", "fourth"].map((position) => (
      <Card key={position} className="h-32.5 p-5 max-lg:p-4">
        <Skeleton className="my-1 h-3 w-24" />
        <Skeleton className="mt-3.5 h-7 w-28" />
        <Skeleton className="mt-4 h-3 w-28 max-w-full" />
      </Card>
    ))}
  </div>
);
