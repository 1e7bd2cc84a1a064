import { maskOf } from "#core/domain/api-key.ts";
import { NO_KEY_ID } from "#core/domain/usage.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { findAccountIds, findNamedKeys, makeAccounts } from "#core/storage/usage-import-owners.ts";
import type { ReadableRow } from "./source-row.ts";

export interface Owner {
  accountId: number;
  /** api_keys.id, or `NO_KEY_ID`. */
  keyId: number;
}

const SHORTEST_MASKED = 12;
/** A key's mask, from the mask itself or from the key's start and end. */
const masked = (text: string) =>
  text.startsWith("lk_") && text.length >= SHORTEST_MASKED ? maskOf(text) : null;

/**
 * By Supabase user (created if new), or by the key's public id or a mask that only one key of the account has. Names
 * don't count, since they change. @returns a function from row to owner; null when the row names none.
 */
export async function findOwners(
  { db, clock }: ServiceContext,
  rows: readonly ReadableRow[],
): Promise<(row: ReadableRow) => Owner | null> {
  const accounts = await accountsOf({ db, clock }, rows);
  const texts = distinct(rows.map(({ keyText }) => keyText).filter((text) => masked(text) === null));
  const masks = rows.flatMap(({ userId, keyText }) => {
    const [accountId, mask] = [accounts.get(userId), masked(keyText)];
    return accountId === undefined || mask === null ? [] : [JSON.stringify([accountId, mask])];
  });
  const keys = texts.length + masks.length === 0 ? [] : await findNamedKeys(db, texts, distinct(masks));
  const byPublicId = new Map(keys.map((key) => [key.publicId, key]));
  const byMask = Map.groupBy(keys, ({ accountId, mask }) => JSON.stringify([accountId, mask]));
  return ({ userId, keyText }) => {
    const named = byPublicId.get(keyText);
    const accountId = userId === "" ? named?.accountId : accounts.get(userId);
    if (accountId === undefined) return null;
    const alike = byMask.get(JSON.stringify([accountId, masked(keyText)])) ?? [];
    const key = named?.accountId === accountId ? named : alike.length === 1 ? alike[0] : undefined;
    return { accountId, keyId: key?.id ?? NO_KEY_ID };
  };
}

async function accountsOf(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  rows: readonly ReadableRow[],
): Promise<Map<string, number>> {
  const users = distinct(rows.map(({ userId }) => userId));
  const known = users.length === 0 ? new Map<string, number>() : await findAccountIds(db, users);
  const unknown = users.filter((user) => !known.has(user));
  if (unknown.length === 0) return known;
  await makeAccounts(db, unknown, clock.now());
  return await findAccountIds(db, users);
}

const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== "");
