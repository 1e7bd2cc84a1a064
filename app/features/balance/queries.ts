import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import type { BalanceResponse } from "#core/contract/account.ts";

/** While workers are deployed, the one that responds may not know of pending payments yet. */
const wholeBalance = ({ pending, ...balance }: BalanceResponse): BalanceResponse => ({
  ...balance,
  pending: pending ?? [],
});

export const balanceQuery = queryOptions({
  queryKey: earlyQueries.balance.queryKey,
  queryFn: () => unwrap(api.api.account.balance.$get()),
  // Whichever request has put it into the cache.
  select: wholeBalance,
});

/** Below the balance's key: whatever changes the balance refetches both. */
export const accountBudgetsQuery = queryOptions({
  queryKey: [...earlyQueries.balance.queryKey, "budgets"],
  queryFn: () => unwrap(api.api.account.budgets.$get()),
});

export const spendAlertsQuery = queryOptions({
  queryKey: [...earlyQueries.balance.queryKey, "spendAlerts"],
  queryFn: () => unwrap(api.api.account["spend-alerts"].$get()),
});

/** For figures that stay in view: they change with every request. */
const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: true };

export const liveBalanceQuery = queryOptions({ ...balanceQuery, ...LIVE });

export const liveAccountBudgetsQuery = queryOptions({ ...accountBudgetsQuery, ...LIVE });

export const liveSpendAlertsQuery = queryOptions({ ...spendAlertsQuery, ...LIVE });
