import { EmptyStatCard, StatCard } from "#app/features/usage/stat-card.tsx";
import { NothingYet } from "#app/features/usage/stat-cards.tsx";
import { trendsOf } from "#app/features/usage/trend.ts";
import { TrendBadge } from "#app/features/usage/trend-badge.tsx";
import { formatCost, formatDollars, formatExactDollars } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";

const CENT = 0.01;

/** What the key's requests cost; those that a plan covers cost nothing. */
export function CostCard({ answer }: { answer: AnalyticsAnswer }) {
  const { cost, total_requests } = answer;
  if (total_requests === 0) {
    return (
      <EmptyStatCard title="Cost" figure={formatDollars(0)}>
        <NothingYet answer={answer} />
      </EmptyStatCard>
    );
  }
  const trend = trendsOf(answer).cost;
  return (
    <StatCard
      title="Cost"
      figure={cost < CENT ? formatExactDollars(cost) : formatDollars(cost)}
      badge={trend && <TrendBadge trend={trend} />}
    >
      <p className="mb-3 text-caption text-ink-3 tabular">
        {formatCost(cost / total_requests)} a request on average
      </p>
    </StatCard>
  );
}
