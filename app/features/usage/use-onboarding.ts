import { useBalance } from "#app/features/balance/use-balance.ts";
import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import { type Onboarding, onboardingOf } from "./onboarding.ts";

/**
 * Undefined until both are known; null too once one could not be: the steps would be a guess. It stays so while that
 * one is asked for again, or the cards that ask would come and go with each failure.
 */
export function useOnboarding(): Onboarding | null | undefined {
  const balance = useBalance();
  const keys = useApiKeys();
  if (balance.data && keys.data) return onboardingOf(balance.data.balance, keys.data);
  return balance.errorUpdateCount + keys.errorUpdateCount > 0 ? null : undefined;
}
