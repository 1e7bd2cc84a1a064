import { nameWithTail } from "#app/features/keys/key-life-view.ts";
import type { ApiKey } from "#core/contract/keys.ts";

export const UNKNOWN_KEY = "Unknown key";

/** What to call each key, by its id: its name, told apart from others of that name by the key's last four characters. */
export function keyLabels(keys: readonly ApiKey[]): Map<string, string> {
  const alike = Map.groupBy(keys, ({ name }) => name);
  return new Map(
    keys.map((key) => [key.id, (alike.get(key.name)?.length ?? 0) > 1 ? nameWithTail(key) : key.name]),
  );
}

/** What to call a key that an answer names; its name alone may be another's too. */
export const keyName = (
  { keyId, name }: { keyId: string | null; name: string | null },
  labels: ReadonlyMap<string, string>,
) => (keyId === null ? undefined : labels.get(keyId)) ?? name ?? UNKNOWN_KEY;
