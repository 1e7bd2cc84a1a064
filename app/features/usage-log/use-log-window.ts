import type { UsageFilter } from "#app/features/usage/usage-filter.ts";
import { useBreakdown } from "#app/features/usage/use-breakdown.ts";
import type { Range } from "#core/domain/ranges.ts";
import { totalsOf, windowBefore } from "./log-view.ts";

/**
 * The window of a range by the server's clock, which the list keeps to from page to page, and what its requests sum
 * up to. Without an answer the list still comes, by this machine's clock.
 */
export function useLogWindow(range: Range, filter: UsageFilter) {
  const { keyId } = filter;
  const query = useBreakdown(range, keyId ? { keyId } : {});
  const { data, isError, isPlaceholderData: stale, errorUpdatedAt } = query;
  const current = stale ? undefined : data;
  return {
    /** Null until it is known. */
    window: current
      ? { from: current.from, to: current.to }
      : isError
        ? windowBefore(errorUpdatedAt, range)
        : null,
    totals: data ? totalsOf(data, filter) : isError ? null : undefined,
    endpoints: data?.endpoints.map(({ endpoint }) => endpoint) ?? [],
    stale,
    refreshing: query.isFetching,
    refresh: () => void query.refetch(),
  };
}
