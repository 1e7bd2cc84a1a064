import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { asBlocked } from "#app/lib/blocked-request.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import type { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { toast } from "#app/lib/toast.ts";
import { type UsageFilter, usageQuery } from "#app/lib/usage-params.ts";
import { ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";

/** While another range or filter loads, the previous figures stay. */
export function analyticsQuery(range: ChosenRange, filter: UsageFilter) {
  const query = usageQuery(range, filter);
  return queryOptions({
    queryKey: earlyQueries.analytics(query).queryKey,
    queryFn: ({ signal }) => unwrap(api.api.figures.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export const BREAKDOWN_KEY = ["breakdown"];

/** Requests, tokens and cost by key, endpoint and model. While another filter loads, the previous figures stay. */
export function breakdownQuery(range: ChosenRange, filter: UsageFilter) {
  const query = usageQuery(range, filter);
  return queryOptions({
    queryKey: earlyQueries.breakdown(query).queryKey,
    queryFn: ({ signal }) => unwrap(api.api.figures.breakdown.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export const STACKED_KEY = ["stacked"];

/** Figures over time by key or model. While another range loads, the previous ones stay. */
export function stackedQuery(range: ChosenRange, filter: UsageFilter, by: "key" | "model") {
  const query = { ...usageQuery(range, filter), by };
  return queryOptions({
    queryKey: [...STACKED_KEY, query],
    queryFn: ({ signal }) => unwrap(api.api.figures.stacked.$get({ query }, { init: { signal } })),
    placeholderData: (previous) => (previous?.by === by ? previous : undefined),
  });
}

/**
 * The figures, and a toast when they could not be loaded. `isFetching` and `error` say nothing of a refresh that the
 * reader hasn't asked for: it goes unseen, and if it fails, the figures stay as they are.
 */
export function useAnalytics(
  range: ChosenRange,
  filter: UsageFilter,
  refreshing: Partial<typeof EVERY_MINUTE> = {},
) {
  const query = useQuery({ ...analyticsQuery(range, filter), ...refreshing });
  const { data, isLoadingError, errorUpdatedAt, isPlaceholderData, dataUpdatedAt } = query;
  const [askedAt, setAskedAt] = useState(0);
  const awaited = data === undefined || isPlaceholderData || askedAt > dataUpdatedAt;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the figures could not be loaded
  useEffect(() => {
    if (isLoadingError) showFailure(query.error);
  }, [isLoadingError, errorUpdatedAt]);

  async function refetch() {
    setAskedAt(Date.now());
    const result = await query.refetch();
    if (result.isRefetchError) showFailure(result.error);
    return result;
  }

  return {
    ...query,
    isFetching: awaited && query.isFetching,
    error: awaited ? query.error : null,
    refetch,
  };
}

function showFailure(error: Error): void {
  // After a 401 the sign-in page opens and says why.
  if (error instanceof ApiError && error.status === 401) return;
  const description = asBlocked(error)?.message ?? ANALYTICS_FAILED_TOAST;
  toast.failure({ title: ANALYTICS_FAILED_TITLE, description });
}
