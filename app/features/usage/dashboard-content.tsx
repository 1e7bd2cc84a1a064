import { useDeferredValue, useMemo } from "react";
import { BalanceCard } from "#app/features/balance/balance-card.tsx";
import { Runway } from "#app/features/runway/runway.tsx";
import { SubscriptionCard } from "#app/features/subscription/subscription-card.tsx";
import { toast } from "#app/lib/toast.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import type { Range } from "#core/domain/ranges.ts";
import { AnalyticsError } from "./analytics-error.tsx";
import { AverageRequests } from "./average-requests.tsx";
import { BreakdownCard } from "./breakdown-card.tsx";
import { toBuckets } from "./buckets.ts";
import { DailyLimitBar } from "./daily-limit-bar.tsx";
import { DashboardGrid, type DashboardGridProps } from "./dashboard-grid.tsx";
import { dashboardSkeleton } from "./dashboard-skeleton.tsx";
import { ErrorTypesCard } from "./error-types-card.tsx";
import { GetStarted } from "./get-started.tsx";
import { FIRST_REQUEST_ARRIVED } from "./messages.ts";
import { StatCards } from "./stat-cards.tsx";
import { TopEndpoints } from "./top-endpoints.tsx";
import { UsageChartCard } from "./usage-chart-card.tsx";
import { isFiltered, type UsageFilter } from "./usage-filter.ts";
import type { useAnalytics } from "./use-analytics.ts";
import { useFirstRequest } from "./use-first-request.ts";
import { useOnboarding } from "./use-onboarding.ts";
import { useUsageFilter } from "./use-usage-filter.ts";

type Analytics = ReturnType<typeof useAnalytics>;
type FigureCards = Pick<DashboardGridProps, "stats" | "main" | "endpoints" | "errors">;

interface FiguresProps {
  answer: AnalyticsAnswer;
  zone: string;
  /** What the answer was asked for. */
  filter: UsageFilter;
}

/** The daily limit is the account's: a part of the requests has none. */
function Volume({ answer, filter }: Pick<FiguresProps, "answer" | "filter">) {
  return isFiltered(filter) ? <AverageRequests answer={answer} /> : <DailyLimitBar answer={answer} />;
}

function LinkedEndpoints({ answer }: Pick<FiguresProps, "answer">) {
  const { linkTo } = useUsageFilter();
  return <TopEndpoints answer={answer} linkTo={(endpoint) => linkTo({ endpoint })} />;
}

/** `lists`: those of a first day would be empty; its steps stand in their place. */
function figureCards({ answer, zone, filter }: FiguresProps, lists: boolean): FigureCards {
  const buckets = toBuckets(answer, zone);
  return {
    stats: (
      <StatCards answer={answer} buckets={buckets} volume={<Volume answer={answer} filter={filter} />} />
    ),
    main: <UsageChartCard answer={answer} buckets={buckets} zone={zone} filter={filter} />,
    endpoints: lists && <LinkedEndpoints answer={answer} />,
    errors: lists && <ErrorTypesCard answer={answer} filter={filter} />,
  };
}

interface DashboardContentProps {
  analytics: Analytics;
  /** Fetches the account's figures once more. */
  refresh: () => Promise<unknown>;
  range: Range;
  zone: string;
  filter: UsageFilter;
}

/** The balance does not wait for the figures: it stays when these come, and so does what is open in it. */
export function DashboardContent({ analytics, refresh, range, zone, filter }: DashboardContentProps) {
  const { data: latest, error, isFetching, isPlaceholderData } = analytics;
  // Many cards at once: drawn piece by piece, so that a slow phone answers its reader meanwhile.
  const data = useDeferredValue(latest);
  const onboarding = useOnboarding(isFiltered(filter) ? undefined : data);
  const welcome = () => refresh().then(() => toast({ ...FIRST_REQUEST_ARRIVED, tone: "success" }));
  useFirstRequest({ waiting: onboarding?.hasKey ?? false, successful: true, refresh: welcome });
  const loading = (data === undefined && error === null) || onboarding === undefined;
  const failure = error && (
    <AnalyticsError
      error={error}
      compact={data !== undefined}
      retrying={isFetching}
      onRetry={() => analytics.refetch()}
    />
  );
  const lists = !onboarding;
  const figures = useMemo(
    () => data && figureCards({ answer: data, zone, filter }, lists),
    [data, zone, filter, lists],
  );
  const cards = loading ? dashboardSkeleton : (figures ?? { main: failure });
  // Below lists that may come shorter than their skeletons: cards of another place, rather than ones that jump.
  const place = loading ? "below skeletons" : "below figures";
  const breaksDown = loading || (data !== undefined && !onboarding);
  return (
    <>
      {failure && data && <div className="mb-6 max-lg:mb-3">{failure}</div>}
      {onboarding && <GetStarted {...onboarding} />}
      <DashboardGrid
        // The first steps come above: what was there is not pushed down, but takes another place.
        key={onboarding ? "below the first steps" : "alone"}
        {...cards}
        balance={<BalanceCard quiet={loading || Boolean(onboarding)} runway={<Runway />} />}
        breakdown={breaksDown && <BreakdownCard key={place} range={data?.range ?? range} filter={filter} />}
        subscription={<SubscriptionCard key={place} />}
        stale={!loading && isPlaceholderData}
      />
    </>
  );
}
