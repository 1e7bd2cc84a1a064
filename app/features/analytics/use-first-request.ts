import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { filterQuery, type UsageFilter } from "./usage-params.ts";

const POLL_INTERVAL_MS = 2_000;
/** Five minutes of polling; after that the reader has most likely moved on. */
const FAST_POLLS = 150;
const SLOW_POLL_INTERVAL_MS = 15_000;

interface FirstRequestOptions {
  waiting: boolean;
  /** Without it, any request of the account counts. */
  filter?: UsageFilter;
  /** Counts only requests that succeeded. */
  successful?: boolean;
  refresh: () => Promise<unknown>;
}

/**
 * Polls for a first request while none is known, and then refreshes the page.
 * @returns true until that refresh is complete, so that the page changes once.
 */
export function useFirstRequest(options: FirstRequestOptions): boolean {
  const { waiting, filter = {}, successful = false, refresh } = options;
  const [refreshing, setRefreshing] = useState(false);
  const query = { ...filterQuery(filter), ...(successful && { status: "success" }) };
  const data = useNewestRequest(query, { waiting });
  const arrived = waiting && Boolean(data?.items.length);

  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes once per arrival, whatever `refresh` is by now
  useEffect(() => {
    if (!arrived) return;
    setRefreshing(true);
    void refresh().finally(() => setRefreshing(false));
  }, [arrived]);

  return waiting || refreshing;
}

type NewestQuery = { key_id?: string; endpoint?: string; status?: string };

interface NewestOptions {
  waiting: boolean;
  /** Ends the polling; any request does unless it is given. */
  isLast?: (request: UsageItem) => boolean;
}

/** The newest request of a query, polled while one is waited for. */
export function useNewestRequest(query: NewestQuery, { waiting, isLast = () => true }: NewestOptions) {
  const { data } = useQuery({
    queryKey: ["firstRequest", query],
    queryFn: ({ signal }) => fetchNewestRequest(query, signal),
    enabled: waiting,
    refetchInterval: ({ state: { data: page, dataUpdateCount } }) => {
      if (page?.items.some(isLast)) return false;
      return dataUpdateCount <= FAST_POLLS ? POLL_INTERVAL_MS : SLOW_POLL_INTERVAL_MS;
    },
    gcTime: 0,
  });
  return data;
}

export const fetchNewestRequest = (query: NewestQuery, signal: AbortSignal) =>
  unwrap(api.api.usage.$get({ query: { ...query, limit: "1" } }, { init: { signal } }));
