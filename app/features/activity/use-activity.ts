import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { AuditKind } from "#core/domain/audit.ts";

const FIRST = "";

/** What was done in the account, newest first; of every kind for null. */
export const useActivity = (kind: AuditKind | null) =>
  useInfiniteQuery({
    queryKey: ["activity", kind],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.api.audit.$get({
          query: { ...(kind && { kind }), ...(pageParam !== FIRST && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Another kind takes the place of the one before at once.
    placeholderData: keepPreviousData,
  });
