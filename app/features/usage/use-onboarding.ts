import { useBalance } from "#app/features/balance/use-balance.ts";
import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import { type Onboarding, onboardingOf } from "./onboarding.ts";

/** Undefined until both are known; null too where they cannot be: the steps would be a guess. */
export function useOnboarding(): Onboarding | null | undefined {
  const balance = useBalance();
  const keys = useApiKeys();
  if (balance.data && keys.data) return onboardingOf(balance.data.balance, keys.data);
  return balance.isError || keys.isError ? null : undefined;
}
