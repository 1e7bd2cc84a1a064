import { useSearchParams } from "@remix-run/react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { ApiError } from "#app/lib/api-client.ts";
import { asBlocked } from "#app/lib/blocked-request.ts";
import { type ChosenRange, rangeIn, useLastRange, withRange } from "#app/lib/chosen-range.ts";
import type { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { toast } from "#app/lib/toast.ts";
import { type FilterChanges, parseFilter, type UsageFilter, withFilter } from "#app/lib/usage-params.ts";
import { keyLabels } from "./key-labels.ts";
import { ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";
import { analyticsQuery } from "./queries.ts";

const NO_LABELS: ReadonlyMap<string, string> = new Map();

export function useUsageFilter() {
  const [search] = useSearchParams();
  const filter = useMemo(() => parseFilter(search), [search]);
  const linkTo = (changes: FilterChanges) => ({
    to: { search: `?${withFilter(search, changes)}` },
    preventScrollReset: true,
  });
  return { filter, linkTo };
}

/**
 * The range of the address, or else the last chosen one, and the way to choose another. Back returns to the range
 * before, so the entry that is left names its own.
 */
export function useRange(): [ChosenRange, (chosen: ChosenRange) => void] {
  const [search, setSearch] = useSearchParams();
  const [last, keep] = useLastRange();
  const named = useMemo(() => rangeIn(search), [search]);
  const range = named ?? last;
  const choose = (chosen: ChosenRange) => {
    if (!named) nameRange(range);
    keep(chosen);
    setSearch(withRange(search, chosen), { preventScrollReset: true });
  };
  return [range, choose];
}

/** Without a navigation, which the one to the next range would cancel. */
function nameRange(range: ChosenRange): void {
  const { pathname, search, hash } = window.location;
  const named = withRange(new URLSearchParams(search), range);
  window.history.replaceState(window.history.state, "", `${pathname}?${named}${hash}`);
}

/** Keeps the range that the page shows, so that other pages open with it. */
export function useKeptRange(): void {
  const [search] = useSearchParams();
  const [, keep] = useLastRange();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` always does the same
  useEffect(() => {
    const named = rangeIn(search);
    if (named) keep(named);
  }, [search]);
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

export const keyLabelsQuery = queryOptions({ ...apiKeysQuery, select: keyLabels });

/** Empty while they load. */
export const useKeyLabels = () => useQuery(keyLabelsQuery).data ?? NO_LABELS;
