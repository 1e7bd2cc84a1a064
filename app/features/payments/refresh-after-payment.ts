import type { QueryClient } from "@tanstack/react-query";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { API_KEYS_QUERY_KEY } from "#app/features/keys/use-api-keys.ts";
import { SUBSCRIPTION_QUERY_KEY } from "#app/features/subscription/use-subscription.ts";

/** Asks again for all that a payment changes: a top-up the balance, a plan the subscription and its key. */
export function refreshAfterPayment(queryClient: QueryClient): void {
  for (const queryKey of [BALANCE_QUERY_KEY, SUBSCRIPTION_QUERY_KEY, API_KEYS_QUERY_KEY]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
