import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { filterQuery, type UsageFilter } from "#app/features/usage/usage-filter.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { UsageAnswer } from "#core/contract/usage.ts";

type Pages = InfiniteData<UsageAnswer, string | null>;

export interface LogFilter extends UsageFilter {
  /** A code, `success` or `error`. */
  status?: string;
  /** ISO 8601, both ends included. */
  window?: { from: string; to: string };
}

/** Requests, newest first, a page at a time; null waits. While other requests load, the former ones stay. */
export function useRequestLog(filter: LogFilter | null) {
  const queryClient = useQueryClient();
  const queryKey = ["usage", filter];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const { window, status, ...of } = filter ?? {};
      const chosen = { ...filterQuery(of), ...window, ...(status && { status }) };
      const read = (cursor: string | null) =>
        unwrap(api.api.usage.$get({ query: { ...chosen, ...(cursor && { cursor }) } }, { init: { signal } }));
      return firstWithRequests(read, pageParam);
    },
    enabled: filter !== null,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // A kept list would be fetched again page by page, however long it had grown.
    gcTime: 0,
  });

  /** Begins again with the newest page, which stays in sight until it has been fetched anew. */
  function refresh() {
    queryClient.setQueryData<Pages>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    return query.refetch();
  }

  return { ...query, requests: query.data?.pages.flatMap(({ items }) => items), refresh };
}

/** What is seldom may lie far back: such a page is empty, and says where to look on. */
async function firstWithRequests(
  read: (cursor: string | null) => Promise<UsageAnswer>,
  cursor: string | null,
): Promise<UsageAnswer> {
  let page = await read(cursor);
  while (page.items.length === 0 && page.next_cursor !== null) page = await read(page.next_cursor);
  return page;
}

export type RequestLog = ReturnType<typeof useRequestLog>;
