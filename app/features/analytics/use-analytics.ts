import { useSearchParams } from "@remix-run/react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { ApiError } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import type { Range } from "#core/domain/ranges.ts";
import { keyLabels } from "./key-labels.ts";
import { ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";
import { analyticsQuery } from "./queries.ts";
import {
  type FilterChanges,
  parseFilter,
  parseRange,
  type UsageFilter,
  withFilter,
  withRange,
} from "./usage-params.ts";

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

export function useRange(): [Range, (chosen: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (chosen: string) => setSearch(withRange(search, chosen), { preventScrollReset: true });
  return [parseRange(search), choose];
}

/** Shows a toast when the figures could not be loaded. */
export function useAnalytics(range: Range, filter: UsageFilter) {
  const query = useQuery(analyticsQuery(range, filter));
  const { error, errorUpdatedAt } = query;
  // After a 401 the sign-in page opens and says why.
  const failed = error !== null && !(error instanceof ApiError && error.status === 401);
  useEffect(() => {
    if (failed && errorUpdatedAt > 0) {
      toast({ title: ANALYTICS_FAILED_TITLE, description: ANALYTICS_FAILED_TOAST, tone: "danger" });
    }
  }, [failed, errorUpdatedAt]);
  return query;
}

export const keyLabelsQuery = queryOptions({ ...apiKeysQuery, select: keyLabels });

/** Empty while they load. */
export const useKeyLabels = () => useQuery(keyLabelsQuery).data ?? NO_LABELS;
