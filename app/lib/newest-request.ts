import { useQuery } from "@tanstack/react-query";
import type { UsageItem } from "#core/contract/usage.ts";
import { api, unwrap } from "./api-client.ts";

const POLL_INTERVAL_MS = 2_000;
/** Five minutes of polling; after that the reader has most likely moved on. */
const FAST_POLLS = 150;
const SLOW_POLL_INTERVAL_MS = 15_000;

export const succeeded = ({ status_code }: Pick<UsageItem, "status_code">) => status_code < 400;

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
