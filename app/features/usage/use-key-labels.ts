import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import { keyLabels, UNKNOWN_KEY } from "./key-labels.ts";

/** What the account's keys are called, by id; empty until they are known. */
export const useKeyLabels = (): ReadonlyMap<string, string> => keyLabels(useApiKeys().data ?? []);

/** What a key is called; “…” until the keys are known. */
export function useKeyLabel(id: string): string {
  const { data } = useApiKeys();
  return data ? (keyLabels(data).get(id) ?? UNKNOWN_KEY) : "…";
}
