import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";

export const balanceQuery = queryOptions({
  queryKey: earlyQueries.balance.queryKey,
  queryFn: () => unwrap(api.api.account.balance.$get()),
});

/** For a balance that stays in view: it changes with every request. */
export const liveBalanceQuery = queryOptions({
  ...balanceQuery,
  refetchInterval: 30_000,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
});
