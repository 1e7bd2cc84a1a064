import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { filterQuery, type UsageFilter } from "#app/lib/usage-params.ts";
import type { UsageResponse } from "#core/contract/usage.ts";

export const usageReceiptQuery = (id: string) =>
  queryOptions({
    queryKey: ["usageReceipt", id],
    queryFn: ({ signal }) => unwrap(api.api.usage[":id"].$get({ param: { id } }, { init: { signal } })),
  });

/** Requests by how their ID begins; null waits. */
export const requestSearchQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["usage", "find", id],
    queryFn: ({ signal }) =>
      unwrap(api.api.usage.find.$get({ query: { id: id ?? "" } }, { init: { signal } })),
    enabled: id !== null,
    placeholderData: keepPreviousData,
  });

interface LogFilter extends UsageFilter {
  /** A code, `success` or `error`. */
  status?: string;
  /** ISO 8601, both ends included. */
  window?: { from: string; to: string };
}

/** Requests, newest first; null waits. While another filter loads, the previous requests stay. */
function requestLogQuery(logFilter: LogFilter | null) {
  const { window, status, ...filter } = logFilter ?? {};
  const query = { ...filterQuery(filter), ...window, ...(status && { status }) };
  return infiniteQueryOptions({
    queryKey: ["usage", logFilter],
    queryFn: ({ pageParam, signal }) =>
      firstPageWithRequests(pageParam, (cursor) =>
        unwrap(api.api.usage.$get({ query: { ...query, ...cursorQuery(cursor) } }, { init: { signal } })),
      ),
    ...byCursor,
    enabled: logFilter !== null,
    placeholderData: keepPreviousData,
    // A cached list would be refetched page by page, however long it had grown.
    gcTime: 0,
  });
}

/** The API stops searching for rare requests now and then, and returns an empty page with a cursor. */
async function firstPageWithRequests(
  cursor: string | null,
  fetchPage: (cursor: string | null) => Promise<UsageResponse>,
): Promise<UsageResponse> {
  const page = await fetchPage(cursor);
  return page.items.length === 0 && page.next_cursor !== null
    ? firstPageWithRequests(page.next_cursor, fetchPage)
    : page;
}

export type RequestLog = ReturnType<typeof useRequestLog>;

export function useRequestLog(filter: LogFilter | null) {
  const queryClient = useQueryClient();
  const options = requestLogQuery(filter);
  const query = useInfiniteQuery(options);

  /** Drops all pages but the first, which stays visible until it is refetched. */
  async function refresh() {
    await showStored(
      queryClient,
      options,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    return query.refetch();
  }

  return { ...query, requests: query.data?.pages.flatMap(({ items }) => items), refresh };
}
