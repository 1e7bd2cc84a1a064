import type { AccountContext } from "#core/services/context.ts";
import { listKeysOf } from "#core/storage/keys.ts";
import type { KeyCounts, KeyCountsQuery } from "#tests/examples/worker/core/contract/key-counts.ts";

const MAX_COUNTED_KEYS = 1000;

/** Counts the account's keys whose name contains `name`, of the newest 1,000. */
export async function countKeys(
  { db, account }: AccountContext,
  { name }: KeyCountsQuery,
): Promise<KeyCounts> {
  const keys = await listKeysOf(db, account.id, MAX_COUNTED_KEYS);
  const named = keys.filter((key) => key.name.includes(name));
  const active = named.filter(({ status }) => status === "active").length;
  return { active, revoked: named.length - active };
}
