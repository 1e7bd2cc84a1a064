import { useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { type ChosenRange, parseRange } from "#app/features/analytics/chosen-range.ts";
import { breakdownQuery } from "#app/features/analytics/queries.ts";
import {
  type FilterChanges,
  parseFilter,
  STATUS_PARAM,
  type UsageFilter,
  withFilter,
} from "#app/features/analytics/usage-params.ts";
import { readerZone } from "#app/features/analytics/wall-clock.ts";
import { parseStatus, totalsOf, windowBefore } from "./log-view.ts";

const REQUEST_PARAM = "request";

export interface LogView {
  range: ChosenRange;
  filter: UsageFilter;
  status: string | undefined;
  /** Opens its receipt. */
  requestId: string | null;
}

/** The view in the URL, or in the last chosen range, and the ways to change it. Back undoes each of them, except closing a receipt. */
export function useLogView() {
  const [search, setSearch] = useSearchParams();
  const view: LogView = {
    range: parseRange(search),
    filter: parseFilter(search),
    status: parseStatus(search),
    requestId: search.get(REQUEST_PARAM),
  };
  const go = (next: URLSearchParams, replace = false) =>
    setSearch(next, { preventScrollReset: true, replace });

  return {
    view,
    chooseFilter: (changes: FilterChanges) => go(withFilter(search, changes)),
    chooseStatus: (status: string | null) => go(withParam(search, STATUS_PARAM, status)),
    clearFilters: () =>
      go(withParam(withFilter(search, { keyId: null, endpoint: null }), STATUS_PARAM, null)),
    closeRequest: () => go(withParam(search, REQUEST_PARAM, null), true),
    linkToRequest: (id: string) => ({
      to: { search: `?${withParam(search, REQUEST_PARAM, id)}` },
      preventScrollReset: true,
    }),
  };
}

function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

/**
 * The window of a range, the same for all pages of the list, and its totals. It comes from the server's clock, or from
 * this machine's when the totals cannot be loaded.
 */
export function useLogWindow(range: ChosenRange, filter: UsageFilter) {
  const { keyId } = filter;
  const query = useQuery(breakdownQuery(range, keyId ? { keyId } : {}));
  const { data, isError, isPlaceholderData: stale, errorUpdatedAt } = query;
  const current = stale ? undefined : data;
  const localWindow = isError ? windowBefore(errorUpdatedAt, range, readerZone()) : null;
  return {
    /** Null while it loads. */
    window: current ? { from: current.from, to: current.to } : localWindow,
    /** Undefined while they load, null if they cannot be loaded. */
    shown: data ?? null,
    totals: data ? totalsOf(data, filter) : isError ? null : undefined,
    endpoints: data?.endpoints?.map(({ endpoint }) => endpoint) ?? [],
    stale,
    refreshing: query.isFetching,
    refresh: () => void query.refetch(),
  };
}
