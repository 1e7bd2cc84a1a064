import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import type { Range } from "#core/domain/ranges.ts";
import { filterQuery, type UsageFilter } from "./usage-params.ts";
import { readerZone } from "./wall-clock.ts";

/** While another range or filter loads, the previous figures stay. */
export function analyticsQuery(range: Range, filter: UsageFilter) {
  const query = { range, tz: readerZone(), ...filterQuery(filter) };
  return queryOptions({
    queryKey: earlyQueries.analytics(query).queryKey,
    queryFn: ({ signal }) => unwrap(api.api.analytics.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export const BREAKDOWN_KEY = ["breakdown"];

/** Requests and cost by key and by endpoint. While another filter loads, the previous figures stay. */
export function breakdownQuery(range: Range, filter: UsageFilter) {
  const query = { range, ...filterQuery(filter) };
  return queryOptions({
    queryKey: earlyQueries.breakdown(query).queryKey,
    queryFn: ({ signal }) => unwrap(api.api.analytics.breakdown.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
