import type { ApiKey } from "#core/contract/keys.ts";

export interface Onboarding {
  funded: boolean;
  hasKey: boolean;
}

/** What is left to do before the first request; null once a key has been used. */
export function onboardingOf(balance: number, keys: readonly ApiKey[]): Onboarding | null {
  if (keys.some(({ last_used }) => last_used !== null)) return null;
  return { funded: balance > 0, hasKey: keys.some(({ status }) => status === "active") };
}
