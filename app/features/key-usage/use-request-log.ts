import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { UsageAnswer } from "#core/contract/usage.ts";

type Pages = InfiniteData<UsageAnswer, string | null>;

/** A key's requests, newest first, a page at a time. */
export function useRequestLog(keyId: string) {
  const queryClient = useQueryClient();
  const queryKey = ["usage", keyId];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => {
      const page = cursor === null ? {} : { cursor };
      return unwrap(api.api.usage.$get({ query: { key_id: keyId, ...page } }, { init: { signal } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
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
