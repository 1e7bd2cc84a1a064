import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import { type UsageFilter, usageQuery } from "#app/lib/usage-params.ts";

/** While another range or filter loads, the previous figures stay. */
export function analyticsQuery(range: ChosenRange, filter: UsageFilter) {
  const query = usageQuery(range, filter);
  return queryOptions({
    queryKey: earlyQueries.analytics(query).queryKey,
    queryFn: ({ signal }) => unwrap(api.api.figures.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export const BREAKDOWN_KEY = ["breakdown"];

/** Requests, tokens and cost by key, endpoint and model. While another filter loads, the previous figures stay. */
export function breakdownQuery(range: ChosenRange, filter: UsageFilter) {
  const query = usageQuery(range, filter);
  return queryOptions({
    queryKey: earlyQueries.breakdown(query).queryKey,
    queryFn: ({ signal }) => unwrap(api.api.figures.breakdown.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
