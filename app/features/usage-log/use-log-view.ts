import { useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { breakdownQuery } from "#app/features/analytics/queries.ts";
import { type ChosenRange, parseRange } from "#app/lib/chosen-range.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { currentRefusalsQuery, refusalsQuery } from "#app/lib/refusal-queries.ts";
import { type FilterChanges, filterOf, type UsageFilter } from "#app/lib/usage-params.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { modelNames } from "#core/domain/usage.ts";
import { logAddress, modelChoices, type RefusedCount, totalsOf, windowBefore } from "./log-view.ts";
import { refusalOf, refusalsWith, showsRefusals, withBudgets } from "./refusal-view.ts";

export interface LogView {
  range: ChosenRange;
  filter: UsageFilter;
  status: string | undefined;
}

/** The view in the URL, or in the last chosen range, and the ways to change it. Back undoes each of them. */
export function useLogView() {
  const [search] = useSearchParams();
  const [{ status, ...names }, change] = useAddress(logAddress);
  const view: LogView = {
    range: parseRange(search),
    filter: filterOf(names),
    status: status ?? undefined,
  };
  return {
    view,
    chooseFilter: (changes: FilterChanges) => change(changes),
    chooseStatus: (chosen: string | null) => change({ status: chosen }),
    clearFilters: () => change({ keyId: null, endpoint: null, model: null, status: null }),
  };
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
    shown: data ?? null,
    /** Undefined while they load, null if they cannot be loaded or aren't counted for this filter. */
    totals: data ? totalsOf(data, filter) : isError ? null : undefined,
    endpoints: data?.endpoints?.map(({ endpoint }) => endpoint) ?? [],
    models: modelChoices(data, modelNames(filter.model ?? "")),
    stale,
    refreshing: query.isFetching,
    refresh: () => void query.refetch(),
  };
}

const refusedOf = (total: number | undefined, failed: boolean): RefusedCount =>
  total ?? (failed ? "unknown" : null);

/** Fetches the newest requests every minute, until the reader has loaded more: the list would begin again. */
export function useLogRefresh({ range, filter: { keyId } }: LogView, pages: number): void {
  useQuery({ ...breakdownQuery(range, keyId ? { keyId } : {}), ...(pages > 1 ? {} : EVERY_MINUTE) });
}

/** True while the reader waits: for the first requests, another view, or a refresh. */
export function useAwaited(fetching: boolean, isOtherView: boolean) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!fetching) setAsked(false);
  }, [fetching]);
  return { awaited: fetching && (asked || isOtherView), ask: () => setAsked(true) };
}

/** Refused requests that the view shows. */
export function useRefusals({ range, filter, status }: LogView) {
  const enabled = showsRefusals(filter, status);
  const query = useQuery({ ...refusalsQuery(range, filter.keyId), enabled });
  const current = useQuery({ ...currentRefusalsQuery(filter.keyId), enabled });
  const shown = enabled ? query.data : undefined;
  const refusals = shown?.items.map((item) => refusalOf(item, readerZone())) ?? [];
  return {
    refusals: refusalsWith(withBudgets(refusals, current.data?.items ?? []), status),
    refused: refusedOf(shown?.total, enabled && query.isError),
    refresh: () => enabled && void query.refetch(),
  };
}
