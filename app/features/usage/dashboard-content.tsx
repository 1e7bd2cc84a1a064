import { BalanceCard } from "#app/features/balance/balance-card.tsx";
import { SubscriptionCard } from "#app/features/subscription/subscription-card.tsx";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { AnalyticsError } from "./analytics-error.tsx";
import { toBuckets } from "./buckets.ts";
import { DailyLimitBar } from "./daily-limit-bar.tsx";
import { DashboardGrid } from "./dashboard-grid.tsx";
import { dashboardSkeleton } from "./dashboard-skeleton.tsx";
import { GetStarted } from "./get-started.tsx";
import { StatCards } from "./stat-cards.tsx";
import { TopEndpoints } from "./top-endpoints.tsx";
import { UsageChartCard } from "./usage-chart-card.tsx";
import type { useAnalytics } from "./use-analytics.ts";
import { useOnboarding } from "./use-onboarding.ts";

type Analytics = ReturnType<typeof useAnalytics>;

interface FiguresProps {
  answer: AnalyticsAnswer;
  zone: string;
  stale: boolean;
  /** Below the first steps, which have the page's primary button and stand for the endpoints too. */
  secondary?: boolean;
}

function Figures({ answer, zone, stale, secondary = false }: FiguresProps) {
  const buckets = toBuckets(answer, zone);
  return (
    <DashboardGrid
      stats={<StatCards answer={answer} buckets={buckets} volume={<DailyLimitBar answer={answer} />} />}
      main={<UsageChartCard answer={answer} buckets={buckets} zone={zone} />}
      balance={<BalanceCard quiet={secondary} />}
      endpoints={!secondary && <TopEndpoints answer={answer} />}
      subscription={<SubscriptionCard />}
      stale={stale}
    />
  );
}

const Loading = () => (
  <DashboardGrid {...dashboardSkeleton} balance={<BalanceCard quiet />} subscription={<SubscriptionCard />} />
);

/** Without a request there is either something left to set up, or a quiet time to report. */
function NoRequests(figures: FiguresProps) {
  const onboarding = useOnboarding();
  if (onboarding === undefined) return <Loading />;
  if (onboarding === null) return <Figures {...figures} />;
  return (
    <>
      <GetStarted {...onboarding} />
      <Figures {...figures} secondary />
    </>
  );
}

export function DashboardContent({ analytics, zone }: { analytics: Analytics; zone: string }) {
  const { data, error, isFetching, isPlaceholderData } = analytics;
  const failure = error && (
    <AnalyticsError
      error={error}
      compact={data !== undefined}
      retrying={isFetching}
      onRetry={() => analytics.refetch()}
    />
  );
  if (data === undefined) {
    if (!failure) return <Loading />;
    return <DashboardGrid main={failure} balance={<BalanceCard />} subscription={<SubscriptionCard />} />;
  }
  const Content = data.total_requests === 0 ? NoRequests : Figures;
  return (
    <>
      {failure && <div className="mb-6 max-lg:mb-3">{failure}</div>}
      <Content answer={data} zone={zone} stale={isPlaceholderData} />
    </>
  );
}
