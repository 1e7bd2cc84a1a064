import type { ReactNode } from "react";
import {
  ChartSkeleton,
  dashboardSkeleton,
  StatSkeleton,
} from "#app/features/analytics/analytics-skeleton.tsx";
import { figureCards } from "#app/features/analytics/figure-cards.tsx";
import {
  EmptyStatCard,
  NoRequestsCaption,
  StatCard,
  TrendBadge,
} from "#app/features/analytics/stat-card.tsx";
import { ErrorsAndRefusalsCard } from "#app/features/refusals/errors-and-refusals-card.tsx";
import { spendOf } from "#app/lib/analytics/buckets.ts";
import { trendsOf } from "#app/lib/analytics/stat-view.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCost, formatDollars, formatExactDollars, formatSum } from "#app/lib/format.ts";
import { requestsPath, type UsageFilter } from "#app/lib/usage-params.ts";
import { useRange } from "#app/lib/use-range.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";

type KeyFiguresProps = { data: AnalyticsResponse; filter: UsageFilter; stale: boolean };

export function KeyFigures({ data, filter, stale }: KeyFiguresProps) {
  const [range] = useRange();
  const linkTo = (endpoint: string) => ({ to: requestsPath(range, { ...filter, endpoint }) });
  const cards = figureCards(data, filter, { linkTo });
  const errors = <ErrorsAndRefusalsCard data={data} filter={filter} />;
  return <FiguresGrid {...cards} cost={<CostCard data={data} />} errors={errors} stale={stale} />;
}

function CostCard({ data }: { data: AnalyticsResponse }) {
  const { total_requests } = data;
  const cost = spendOf(data);
  if (total_requests === 0) {
    return (
      <EmptyStatCard title="Cost" figure={formatDollars(0)}>
        <NoRequestsCaption data={data} />
      </EmptyStatCard>
    );
  }
  return (
    <StatCard
      title="Cost"
      figure={formatSum(cost)}
      exact={formatExactDollars(cost)}
      badge={<TrendBadge trend={trendsOf(data).cost} />}
    >
      <p className="mb-3 text-caption text-ink-3 tabular-nums">
        {formatCost(cost / total_requests)} per request on average
      </p>
    </StatCard>
  );
}

export const KeyFiguresSkeleton = () => (
  <FiguresGrid {...dashboardSkeleton} main={<ChartSkeleton />} cost={<StatSkeleton title="Cost" />} />
);

type FiguresGridProps = Record<keyof typeof dashboardSkeleton | "cost", ReactNode> & { stale?: boolean };

function FiguresGrid({ stats, cost, main, errors, endpoints, stale = false }: FiguresGridProps) {
  return (
    <div className={cn("grid gap-6 transition-opacity max-lg:gap-3", stale && "opacity-60")}>
      <div className="grid grid-cols-4 gap-6 max-xl:grid-cols-2 max-lg:gap-3 max-sm:grid-cols-1">
        {stats}
        {cost}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] gap-6 max-lg:grid-cols-1 max-lg:gap-3 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        {main}
        {errors}
      </div>
      {endpoints}
    </div>
  );
}
