import type { ApiKey } from "#core/contract/keys.ts";
import { nameWithTail } from "./key-life.ts";

export const UNKNOWN_KEY = "Unknown key";

/** Each key's name by its id; keys that share a name also show their last four characters. */
export function keyLabels(keys: readonly ApiKey[]): Map<string, string> {
  const byName = Map.groupBy(keys, ({ name }) => name);
  return new Map(
    keys.map((key) => [key.id, (byName.get(key.name)?.length ?? 0) > 1 ? nameWithTail(key) : key.name]),
  );
}

/** The label of a key in an API response. Labels come first, as several keys may share a name. */
export const keyName = (
  { keyId, name }: { keyId: string | null; name: string | null },
  labels: ReadonlyMap<string, string>,
) => (keyId === null ? undefined : labels.get(keyId)) ?? name ?? UNKNOWN_KEY;
