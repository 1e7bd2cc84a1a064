import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { filterQuery, type UsageFilter } from "./usage-filter.ts";

const LOOK_EVERY_MS = 2_000;
/** Five minutes; after them nobody is at it any more. */
const QUICK_LOOKS = 150;
const LATE_LOOK_EVERY_MS = 15_000;

interface FirstRequestOptions {
  /** Whether there is none as far as is known. */
  waiting: boolean;
  /** Whose request, instead of the account's. */
  filter?: UsageFilter;
  /** Whether it has to be one that succeeded. */
  successful?: boolean;
  /** Fetches what the page says of requests. */
  refresh: () => Promise<unknown>;
}

/**
 * Looks for a first request while none is known, and then has the page refreshed.
 * @returns whether the page should still show that there is none: until all of it is there, so that it changes once.
 */
export function useFirstRequest(options: FirstRequestOptions): boolean {
  const { waiting, filter = {}, successful = false, refresh } = options;
  const [refreshing, setRefreshing] = useState(false);
  const wanted = { ...filterQuery(filter), ...(successful && { status: "success" }) };
  const { data } = useQuery({
    queryKey: ["firstRequest", wanted],
    queryFn: ({ signal }) => lookForRequest(wanted, signal),
    enabled: waiting,
    refetchInterval: ({ state }) => (state.data?.items.length ? false : nextLook(state.dataUpdateCount)),
    gcTime: 0,
  });
  const arrived = waiting && Boolean(data?.items.length);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request arrives once, whatever refreshes the page now
  useEffect(() => {
    if (!arrived) return;
    setRefreshing(true);
    void refresh().finally(() => setRefreshing(false));
  }, [arrived]);

  return waiting || refreshing;
}

/** At most one request, the newest of those wanted. */
export const lookForRequest = (
  wanted: { key_id?: string; endpoint?: string; status?: string },
  signal: AbortSignal,
) => unwrap(api.api.usage.$get({ query: { ...wanted, limit: "1" } }, { init: { signal } }));

const nextLook = (looks: number) => (looks <= QUICK_LOOKS ? LOOK_EVERY_MS : LATE_LOOK_EVERY_MS);
