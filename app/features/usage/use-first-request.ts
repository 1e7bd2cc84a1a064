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
  /** Fetches what the page says of requests. */
  refresh: () => Promise<unknown>;
}

/**
 * Looks for a first request while none is known, and then has the page refreshed.
 * @returns whether the page should still show that there is none: until all of it is there, so that it changes once.
 */
export function useFirstRequest({ waiting, filter = {}, refresh }: FirstRequestOptions): boolean {
  const [refreshing, setRefreshing] = useState(false);
  const { data } = useQuery({
    queryKey: ["firstRequest", filter],
    queryFn: ({ signal }) =>
      unwrap(api.api.usage.$get({ query: { ...filterQuery(filter), limit: "1" } }, { init: { signal } })),
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

const nextLook = (looks: number) => (looks <= QUICK_LOOKS ? LOOK_EVERY_MS : LATE_LOOK_EVERY_MS);
