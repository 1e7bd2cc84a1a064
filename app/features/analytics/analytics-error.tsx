import type { UseQueryResult } from "@tanstack/react-query";
import { FailedLoad } from "#app/components/failed-load.tsx";
import { SupportText } from "#app/components/support-text.tsx";
import { ApiError } from "#app/lib/api-client.ts";
import { asBlocked } from "#app/lib/blocked-request.ts";
import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";

type FailedQuery = Pick<UseQueryResult, "data" | "error" | "isFetching"> & { refetch: () => unknown };

/** Smaller above previous figures. */
export function AnalyticsError({ query }: { query: FailedQuery }) {
  const apiError = query.error instanceof ApiError ? query.error : null;
  const blocked = asBlocked(query.error);
  return (
    <FailedLoad
      variant="page"
      title={ANALYTICS_FAILED_TITLE}
      reason={(apiError ?? blocked)?.message ?? ANALYTICS_FAILED_TOAST}
      primary
      busy={query.isFetching}
      onRetry={() => query.refetch()}
      className={query.data ? "py-6" : ""}
    >
      {!blocked && (
        <p className="mt-1 max-w-md text-small text-ink-2">
          <SupportText>{ANALYTICS_FAILED_HELP}</SupportText>
        </p>
      )}
      {apiError && (
        // For support.
        <p
          translate="no"
          className="mt-3 grid rounded-tag bg-fill px-2 py-1 font-mono text-caption break-all text-ink-2"
        >
          <span>{`${apiError.status} ${apiError.code}`}</span>
          {apiError.requestId && <span>{apiError.requestId}</span>}
        </p>
      )}
    </FailedLoad>
  );
}
