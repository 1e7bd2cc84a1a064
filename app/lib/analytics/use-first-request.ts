import { useEffect, useState } from "react";
import { succeeded, useNewestRequest } from "#app/lib/newest-request.ts";
import { filterQuery, type UsageFilter } from "#app/lib/usage-params.ts";

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
  const isLast = successful ? succeeded : () => true;
  const data = useNewestRequest(filterQuery(filter), { waiting, isLast });
  const arrived = waiting && Boolean(data?.items.some(isLast));

  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes once per arrival, whatever `refresh` is by now
  useEffect(() => {
    if (!arrived) return;
    setRefreshing(true);
    void refresh().finally(() => setRefreshing(false));
  }, [arrived]);

  return waiting || refreshing;
}
