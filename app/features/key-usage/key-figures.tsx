import { toBuckets } from "#app/features/usage/buckets.ts";
import { StatCards } from "#app/features/usage/stat-cards.tsx";
import { TopEndpoints } from "#app/features/usage/top-endpoints.tsx";
import { UsageChartCard } from "#app/features/usage/usage-chart-card.tsx";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { AverageRequests } from "./average-requests.tsx";
import { ErrorTypesCard } from "./error-types-card.tsx";
import { KeyUsageGrid } from "./key-usage-grid.tsx";

interface KeyFiguresProps {
  answer: AnalyticsAnswer;
  zone: string;
  stale: boolean;
}

export function KeyFigures({ answer, zone, stale }: KeyFiguresProps) {
  const buckets = toBuckets(answer, zone);
  return (
    <KeyUsageGrid
      stats={<StatCards answer={answer} buckets={buckets} volume={<AverageRequests answer={answer} />} />}
      chart={<UsageChartCard answer={answer} buckets={buckets} zone={zone} />}
      errors={<ErrorTypesCard answer={answer} />}
      endpoints={<TopEndpoints answer={answer} />}
      stale={stale}
    />
  );
}
