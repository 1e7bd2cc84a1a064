import { useQuery } from "@tanstack/react-query";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { firstSuccess, type Onboarding, onboardingOf } from "./onboarding.ts";
import { lookForRequest } from "./use-first-request.ts";

/**
 * What is left before the account's first successful request; null when nothing is. Undefined until that is known;
 * null too once a part of it could not be: the steps would be a guess. It stays so while that one is asked for
 * again, or the cards that ask would come and go with each failure.
 * @param figures of all the account's requests; undefined when there are only those of a part.
 */
export function useOnboarding(figures: AnalyticsAnswer | undefined): Onboarding | null | undefined {
  const balance = useBalance();
  const keys = useApiKeys();
  const told = figures && firstSuccess(figures, keys.data);
  const successes = useQuery({
    queryKey: ["firstSuccess"],
    queryFn: ({ signal }) => lookForRequest({ status: "success" }, signal),
    enabled: told === "unclear",
  });
  if (figures === undefined || told === "made") return null;
  if (told === "unclear" && successes.data && successes.data.items.length > 0) return null;
  const known = told === "not made" || successes.data !== undefined;
  if (known && balance.data && keys.data) return onboardingOf(balance.data.balance, keys.data);
  return balance.errorUpdateCount + keys.errorUpdateCount + successes.errorUpdateCount > 0 ? null : undefined;
}
