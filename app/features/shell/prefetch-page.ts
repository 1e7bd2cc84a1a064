import { matchPath } from "@remix-run/react";
import type { QueryClient } from "@tanstack/react-query";
import { accountSessionsQuery, accountUserQuery } from "#app/features/account/queries.ts";
import { activityAddress, activityQuery } from "#app/features/activity/queries.ts";
import { analyticsQuery, breakdownQuery } from "#app/features/analytics/queries.ts";
import { accountBudgetsQuery, balanceQuery, spendAlertsQuery } from "#app/features/balance/queries.ts";
import {
  autoTopUpChargesQuery,
  autoTopUpQuery,
  billingAddress,
  type Period,
  receiptsQuery,
  shownPeriod,
  statementDaysQuery,
  statementMonthsQuery,
  statementQuery,
} from "#app/features/billing/queries.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { notificationSettingsQuery } from "#app/features/notifications/queries.ts";
import { pricesQuery } from "#app/features/pricing/queries.ts";
import { runwayQuery } from "#app/features/runway/queries.ts";
import { stopQuery } from "#app/features/stop/queries.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { parseRange } from "#app/lib/chosen-range.ts";
import { paths } from "#app/lib/paths.ts";
import { browserQueryClient } from "#app/lib/query-client.ts";
import { currentRefusalsQuery, refusalsQuery } from "#app/lib/refusal-queries.ts";
import { parseFilter } from "#app/lib/usage-params.ts";

const KEY_USAGE = "/api-keys/:id/usage";

type Prefetch = (queryClient: QueryClient, search: URLSearchParams) => void;

const PREFETCH_BY_PATH: Partial<Record<string, Prefetch>> = {
  [paths.dashboard]: (queryClient, search) => {
    const [range, filter] = [parseRange(search), parseFilter(search)];
    void queryClient.prefetchQuery(analyticsQuery(range, filter));
    void queryClient.prefetchQuery(balanceQuery);
    void queryClient.prefetchQuery(accountBudgetsQuery);
    void queryClient.prefetchQuery(spendAlertsQuery);
    void queryClient.prefetchQuery(breakdownQuery(range, filter));
    void queryClient.prefetchQuery(refusalsQuery(range, filter.keyId));
    void queryClient.prefetchQuery(currentRefusalsQuery());
    void queryClient.prefetchQuery(runwayQuery);
    void queryClient.prefetchQuery(subscriptionQuery);
    void queryClient.prefetchQuery(apiKeysQuery);
  },
  [paths.apiKeys]: (queryClient) => {
    void queryClient.prefetchQuery(apiKeysQuery);
    void queryClient.prefetchQuery(balanceQuery);
    void queryClient.prefetchQuery(accountBudgetsQuery);
  },
  [paths.usage]: (queryClient, search) => {
    const { keyId } = parseFilter(search);
    void queryClient.prefetchQuery(breakdownQuery(parseRange(search), keyId ? { keyId } : {}));
    void queryClient.prefetchQuery(apiKeysQuery);
  },
  [paths.playground]: (queryClient) => {
    void queryClient.prefetchQuery(pricesQuery);
    void queryClient.prefetchQuery(apiKeysQuery);
    void queryClient.prefetchQuery(balanceQuery);
    void queryClient.prefetchQuery(subscriptionQuery);
  },
  [paths.addBalance]: (queryClient) => void queryClient.prefetchQuery(balanceQuery),
  [paths.purchaseApiKey]: (queryClient) => void queryClient.prefetchQuery(subscriptionQuery),
  [paths.billing]: (queryClient, search) => {
    const { tab, period } = billingAddress.read(search);
    if (tab === "settings") prefetchBillingSettings(queryClient);
    else if (tab === "receipts") void queryClient.prefetchInfiniteQuery(receiptsQuery);
    else prefetchStatement(queryClient, shownPeriod(period, Date.now()));
  },
  [paths.activity]: (queryClient, search) =>
    void queryClient.prefetchInfiniteQuery(activityQuery(activityAddress.read(search).kind)),
  [paths.userManagement]: (queryClient) => void queryClient.prefetchQuery(accountUserQuery),
  [paths.profile]: (queryClient) => {
    void queryClient.prefetchQuery(accountUserQuery);
    void queryClient.prefetchQuery(accountSessionsQuery);
    void queryClient.prefetchQuery(notificationSettingsQuery);
  },
};

/** Requests a page's data while its code loads. */
export function prefetchPage({ pathname, searchParams }: URL): void {
  const queryClient = browserQueryClient();
  PREFETCH_BY_PATH[pathname]?.(queryClient, searchParams);
  const keyId = matchPath(KEY_USAGE, pathname)?.params.id;
  if (keyId) prefetchKeyUsage(queryClient, searchParams, keyId);
}

function prefetchStatement(queryClient: QueryClient, period: Period): void {
  void queryClient.prefetchQuery(statementQuery(period));
  void queryClient.prefetchInfiniteQuery(statementDaysQuery(period));
  void queryClient.prefetchQuery(statementMonthsQuery);
}

function prefetchBillingSettings(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(autoTopUpQuery);
  void queryClient.prefetchInfiniteQuery(autoTopUpChargesQuery);
  void queryClient.prefetchQuery(balanceQuery);
  void queryClient.prefetchQuery(accountBudgetsQuery);
  void queryClient.prefetchQuery(spendAlertsQuery);
  void queryClient.prefetchQuery(runwayQuery);
  void queryClient.prefetchQuery(stopQuery);
  void queryClient.prefetchQuery(apiKeysQuery);
}

function prefetchKeyUsage(queryClient: QueryClient, search: URLSearchParams, keyId: string): void {
  void queryClient.prefetchQuery(apiKeysQuery);
  const keys = queryClient.getQueryData(apiKeysQuery.queryKey);
  // An unknown key has no figures.
  if (!keys?.some(({ id }) => id === keyId)) return;
  void queryClient.prefetchQuery(analyticsQuery(parseRange(search), { keyId }));
  void queryClient.prefetchQuery(currentRefusalsQuery(keyId));
}
