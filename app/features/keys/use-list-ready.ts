import { useDeferredValue } from "react";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { keysByStatus } from "./keys-view.ts";
import { useApiKeys } from "./use-api-keys.ts";

/**
 * Whether the list can be shown in its final size: the words of an empty one depend on the balance. Deferred, as a slow
 * phone draws the list piece by piece then, and all that comes with it.
 */
export function useListReady(): boolean {
  const keys = useApiKeys();
  const balance = useBalance();
  const empty = keys.data !== undefined && keysByStatus(keys.data).active.length === 0;
  return useDeferredValue(!keys.isPending && !(empty && balance.isPending));
}
