import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { Range } from "#core/domain/ranges.ts";
import { filterQuery, type UsageFilter } from "./usage-filter.ts";

export const BREAKDOWN_QUERY_KEY = ["breakdown"] as const;

/** Requests and cost of a range by key and by endpoint. While another filter loads, the former figures stay. */
export const useBreakdown = (range: Range, filter: UsageFilter) =>
  useQuery({
    queryKey: [...BREAKDOWN_QUERY_KEY, range, filter],
    queryFn: ({ signal }) =>
      unwrap(
        api.api.analytics.breakdown.$get({ query: { range, ...filterQuery(filter) } }, { init: { signal } }),
      ),
    placeholderData: keepPreviousData,
  });
