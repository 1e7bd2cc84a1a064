import { useSearchParams } from "@remix-run/react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { ApiError } from "#app/lib/api-client.ts";
import { asBlocked } from "#app/lib/blocked-request.ts";
import { toast } from "#app/lib/toast.ts";
import { type ChosenRange, rangeIn, useLastRange, withRange } from "./chosen-range.ts";
import { keyLabels } from "./key-labels.ts";
import { ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";
import { analyticsQuery } from "./queries.ts";
import { type FilterChanges, parseFilter, type UsageFilter, withFilter } from "./usage-params.ts";

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

/** Shows a toast when the figures could not be loaded. */
export function useAnalytics(range: ChosenRange, filter: UsageFilter) {
  const query = useQuery(analyticsQuery(range, filter));
  const { error, errorUpdatedAt } = query;
  // After a 401 the sign-in page opens and says why.
  const failed = error !== null && !(error instanceof ApiError && error.status === 401);
  useEffect(() => {
    if (failed && errorUpdatedAt > 0) {
      const description = asBlocked(error)?.message ?? ANALYTICS_FAILED_TOAST;
      toast({ title: ANALYTICS_FAILED_TITLE, description, tone: "danger" });
    }
  }, [failed, error, errorUpdatedAt]);
  return query;
}

export const keyLabelsQuery = queryOptions({ ...apiKeysQuery, select: keyLabels });

/** Empty while they load. */
export const useKeyLabels = () => useQuery(keyLabelsQuery).data ?? NO_LABELS;
