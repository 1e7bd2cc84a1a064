import { AnalyticsError } from "#app/features/usage/analytics-error.tsx";
import type { useAnalytics } from "#app/features/usage/use-analytics.ts";
import type { KeyState } from "#core/domain/key-life.ts";
import { KeyFigures } from "./key-figures.tsx";
import { KeyFiguresSkeleton } from "./key-usage-skeleton.tsx";
import { RequestLogCard } from "./request-log-card.tsx";
import { UnusedKey } from "./unused-key.tsx";
import type { useRequestLog } from "./use-request-log.ts";

interface KeyUsageContentProps {
  state: KeyState;
  analytics: ReturnType<typeof useAnalytics>;
  log: ReturnType<typeof useRequestLog>;
  zone: string;
}

export function KeyUsageContent({ state, analytics, log, zone }: KeyUsageContentProps) {
  const { data, error } = analytics;
  const quiet = data?.total_requests === 0;
  if (quiet && !error && log.requests?.length === 0) return <UnusedKey state={state} />;
  return (
    <div className="grid grid-cols-1 gap-6 max-lg:gap-3">
      {error && (
        <AnalyticsError
          error={error}
          compact={data !== undefined}
          retrying={analytics.isFetching}
          onRetry={() => analytics.refetch()}
        />
      )}
      {data && !(quiet && log.isPending) ? (
        <KeyFigures answer={data} zone={zone} stale={analytics.isPlaceholderData} />
      ) : (
        !error && <KeyFiguresSkeleton />
      )}
      <RequestLogCard log={log} zone={zone} />
    </div>
  );
}
