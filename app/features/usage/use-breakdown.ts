import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { breakdownAddress } from "#app/lib/early-addresses.ts";
import { orEarly } from "#app/lib/early-answers.ts";
import type { Range } from "#core/domain/ranges.ts";
import { filterQuery, type UsageFilter } from "./usage-filter.ts";

export const BREAKDOWN_QUERY_KEY = ["breakdown"] as const;

/** Requests and cost of a range by key and by endpoint. While another filter loads, the former figures stay. */
export function useBreakdown(range: Range, filter: UsageFilter) {
  const query = { range, ...filterQuery(filter) };
  return useQuery({
    queryKey: [...BREAKDOWN_QUERY_KEY, range, filter],
    ...orEarly(breakdownAddress(query), (signal) =>
      unwrap(api.api.analytics.breakdown.$get({ query }, { init: { signal } })),
    ),
    placeholderData: keepPreviousData,
  });
}
