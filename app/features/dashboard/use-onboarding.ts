import { useQuery } from "@tanstack/react-query";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { firstSuccess } from "#app/lib/first-success.ts";
import { fetchNewestRequest } from "#app/lib/newest-request.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { type Onboarding, onboardingOf } from "./onboarding.ts";

/**
 * The steps before the account's first successful request; null when they are done, undefined until that is known.
 * Also null once a query has failed, and while it is retried: otherwise the cards would appear and vanish with it.
 * @param figures of all the account's requests; undefined while they are filtered.
 */
export function useOnboarding(figures: AnalyticsResponse | undefined): Onboarding | null | undefined {
  const balance = useQuery(balanceQuery);
  const keys = useQuery(apiKeysQuery);
  const success = figures && firstSuccess(figures, keys.data);
  const successes = useQuery({
    queryKey: ["firstSuccess"],
    queryFn: ({ signal }) => fetchNewestRequest({ status: "success" }, signal),
    enabled: success === "unclear",
  });
  if (figures === undefined || success === "made") return null;
  if (success === "unclear" && successes.data && successes.data.items.length > 0) return null;
  const known = success === "not made" || successes.data !== undefined;
  if (known && balance.data && keys.data) return onboardingOf(balance.data.balance, keys.data);
  return balance.errorUpdateCount + keys.errorUpdateCount + successes.errorUpdateCount > 0 ? null : undefined;
}
