import { useBalance } from "#app/features/balance/use-balance.ts";
import { keysByStatus } from "./keys-view.ts";
import { useApiKeys } from "./use-api-keys.ts";

/** Whether the list can be shown in its final size: the words of an empty one depend on the balance. */
export function useListReady(): boolean {
  const keys = useApiKeys();
  const balance = useBalance();
  const empty = keys.data !== undefined && keysByStatus(keys.data).active.length === 0;
  return !keys.isPending && !(empty && balance.isPending);
}
