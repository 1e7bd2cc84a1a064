import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { byCursor, cursorQuery, type FIRST_PAGE_EVERY_MINUTE } from "#app/lib/paging.ts";
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
  range?: ChosenRange;
  /** The ends of the range now, both included, as ISO 8601. */
  window?: { from: string; to: string };
}

/** Requests, newest first; null waits. While another filter loads, the previous requests stay. */
function requestLogQuery(logFilter: LogFilter | null) {
  const { window, range, status, ...filter } = logFilter ?? {};
  const query = { ...filterQuery(filter), ...window, ...(status && { status }) };
  return infiniteQueryOptions({
    queryKey: ["usage", logFilter && { ...filter, range, status }],
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

/** The list begins again when its window moves on; until the new one is there, it stays as it is. */
export function useRequestLog(
  filter: LogFilter | null,
  refreshing: Partial<typeof FIRST_PAGE_EVERY_MINUTE> = {},
) {
  const queryClient = useQueryClient();
  const options = requestLogQuery(filter);
  const query = useInfiniteQuery({ ...options, ...refreshing });
  const { from, to } = filter?.window ?? {};

  /** Drops all pages but the first, which stays visible until it is refetched. */
  async function refresh() {
    await showStored(
      queryClient,
      options,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    return query.refetch();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each window, whatever `refresh` is by now
  useEffect(() => {
    if (queryClient.getQueryData(options.queryKey) !== undefined) void refresh();
  }, [from, to]);

  return { ...query, requests: query.data?.pages.flatMap(({ items }) => items), refresh };
}
