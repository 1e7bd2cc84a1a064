import { BalanceCard } from "#app/features/balance/balance-card.tsx";
import { Runway } from "#app/features/runway/runway.tsx";
import { SubscriptionCard } from "#app/features/subscription/subscription-card.tsx";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import type { Range } from "#core/domain/ranges.ts";
import { AnalyticsError } from "./analytics-error.tsx";
import { AverageRequests } from "./average-requests.tsx";
import { BreakdownCard } from "./breakdown-card.tsx";
import { toBuckets } from "./buckets.ts";
import { DailyLimitBar } from "./daily-limit-bar.tsx";
import { DashboardGrid } from "./dashboard-grid.tsx";
import { dashboardSkeleton } from "./dashboard-skeleton.tsx";
import { ErrorTypesCard } from "./error-types-card.tsx";
import { GetStarted } from "./get-started.tsx";
import { StatCards } from "./stat-cards.tsx";
import { TopEndpoints } from "./top-endpoints.tsx";
import { UsageChartCard } from "./usage-chart-card.tsx";
import { isFiltered, type UsageFilter } from "./usage-filter.ts";
import type { useAnalytics } from "./use-analytics.ts";
import { useOnboarding } from "./use-onboarding.ts";
import { useUsageFilter } from "./use-usage-filter.ts";

type Analytics = ReturnType<typeof useAnalytics>;

interface FiguresProps {
  answer: AnalyticsAnswer;
  zone: string;
  /** What the answer was asked for. */
  filter: UsageFilter;
  stale: boolean;
  /** Below the first steps, which have the page's primary button and stand for the lists too. */
  secondary?: boolean;
}

function Figures({ answer, zone, filter, stale, secondary = false }: FiguresProps) {
  const buckets = toBuckets(answer, zone);
  const { linkTo } = useUsageFilter();
  return (
    <DashboardGrid
      stats={
        <StatCards answer={answer} buckets={buckets} volume={<Volume answer={answer} filter={filter} />} />
      }
      main={<UsageChartCard answer={answer} buckets={buckets} zone={zone} filter={filter} />}
      balance={<BalanceCard quiet={secondary} runway={<Runway />} />}
      endpoints={!secondary && <TopEndpoints answer={answer} linkTo={(endpoint) => linkTo({ endpoint })} />}
      breakdown={!secondary && <BreakdownCard range={answer.range} filter={filter} />}
      subscription={<SubscriptionCard />}
      errors={!secondary && <ErrorTypesCard answer={answer} filter={filter} />}
      stale={stale}
    />
  );
}

/** The daily limit is the account's: a part of the requests has none. */
function Volume({ answer, filter }: Pick<FiguresProps, "answer" | "filter">) {
  return isFiltered(filter) ? <AverageRequests answer={answer} /> : <DailyLimitBar answer={answer} />;
}

const Loading = ({ range, filter }: Pick<DashboardContentProps, "range" | "filter">) => (
  <DashboardGrid
    {...dashboardSkeleton}
    balance={<BalanceCard quiet runway={<Runway />} />}
    breakdown={<BreakdownCard range={range} filter={filter} />}
    subscription={<SubscriptionCard />}
  />
);

/** Without a request there is either something left to set up, or a quiet time to report. */
function NoRequests(figures: FiguresProps) {
  const onboarding = useOnboarding();
  if (onboarding === undefined) return <Loading range={figures.answer.range} filter={figures.filter} />;
  if (onboarding === null) return <Figures {...figures} />;
  return (
    <>
      <GetStarted {...onboarding} />
      <Figures {...figures} secondary />
    </>
  );
}

interface DashboardContentProps {
  analytics: Analytics;
  range: Range;
  zone: string;
  filter: UsageFilter;
}

export function DashboardContent({ analytics, range, zone, filter }: DashboardContentProps) {
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
    if (!failure) return <Loading range={range} filter={filter} />;
    const balance = <BalanceCard runway={<Runway />} />;
    return <DashboardGrid main={failure} balance={balance} subscription={<SubscriptionCard />} />;
  }
  const Content = data.total_requests === 0 && !isFiltered(filter) ? NoRequests : Figures;
  return (
    <>
      {failure && <div className="mb-6 max-lg:mb-3">{failure}</div>}
      <Content answer={data} zone={zone} filter={filter} stale={isPlaceholderData} />
    </>
  );
}
