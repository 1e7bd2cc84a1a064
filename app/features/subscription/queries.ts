import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";

export const subscriptionQuery = queryOptions({
  queryKey: earlyQueries.subscription.queryKey,
  queryFn: () => unwrap(api.api.account.subscription.$get()),
});
