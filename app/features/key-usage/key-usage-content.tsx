import { AnalyticsError } from "#app/features/usage/analytics-error.tsx";
import { requestsPath } from "#app/features/usage/usage-filter.ts";
import type { useAnalytics } from "#app/features/usage/use-analytics.ts";
import type { RequestLog } from "#app/features/usage-log/use-request-log.ts";
import type { KeyState } from "#core/domain/key-life.ts";
import type { Range } from "#core/domain/ranges.ts";
import { KeyFigures } from "./key-figures.tsx";
import { KeyFiguresSkeleton } from "./key-usage-skeleton.tsx";
import { RequestLogCard } from "./request-log-card.tsx";
import { UnusedKey } from "./unused-key.tsx";

interface KeyUsageContentProps {
  state: KeyState;
  /** Whether the key has no request yet. */
  unused: boolean;
  analytics: ReturnType<typeof useAnalytics>;
  log: RequestLog;
  keyId: string;
  range: Range;
  zone: string;
}

export function KeyUsageContent({ state, unused, analytics, log, keyId, range, zone }: KeyUsageContentProps) {
  const { data, error } = analytics;
  if (unused) return <UnusedKey state={state} />;
  const quiet = data?.total_requests === 0;
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
        <KeyFigures answer={data} zone={zone} filter={{ keyId }} stale={analytics.isPlaceholderData} />
      ) : (
        !error && <KeyFiguresSkeleton />
      )}
      <RequestLogCard log={log} zone={zone} to={requestsPath(range, { keyId })} />
    </div>
  );
}
