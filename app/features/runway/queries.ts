import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";

export const runwayQuery = queryOptions({
  queryKey: earlyQueries.runway.queryKey,
  queryFn: ({ signal }) => unwrap(api.api.account.runway.$get({}, { init: { signal } })),
});
