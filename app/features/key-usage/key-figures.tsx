import { AverageRequests } from "#app/features/usage/average-requests.tsx";
import { toBuckets } from "#app/features/usage/buckets.ts";
import { ErrorTypesCard } from "#app/features/usage/error-types-card.tsx";
import { StatCards } from "#app/features/usage/stat-cards.tsx";
import { TopEndpoints } from "#app/features/usage/top-endpoints.tsx";
import { UsageChartCard } from "#app/features/usage/usage-chart-card.tsx";
import { requestsPath, type UsageFilter } from "#app/features/usage/usage-filter.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { CostCard } from "./cost-card.tsx";
import { KeyUsageGrid } from "./key-usage-grid.tsx";

interface KeyFiguresProps {
  answer: AnalyticsAnswer;
  zone: string;
  filter: UsageFilter;
  stale: boolean;
}

export function KeyFigures({ answer, zone, filter, stale }: KeyFiguresProps) {
  const buckets = toBuckets(answer, zone);
  return (
    <KeyUsageGrid
      stats={
        <>
          <StatCards answer={answer} buckets={buckets} volume={<AverageRequests answer={answer} />} />
          <CostCard answer={answer} />
        </>
      }
      chart={<UsageChartCard answer={answer} buckets={buckets} zone={zone} filter={filter} />}
      errors={<ErrorTypesCard answer={answer} filter={filter} />}
      endpoints={
        <TopEndpoints
          answer={answer}
          linkTo={(endpoint) => ({ to: requestsPath(answer.range, { ...filter, endpoint }) })}
        />
      }
      stale={stale}
    />
  );
}
