import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { isOpen } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { apiKeys } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewKey = Pick<ApiKeyRow, "publicId" | "name" | "lookup" | "mask"> & { sealed: string };

export const ofAccount = (accountId: number, publicId: string) =>
  and(eq(apiKeys.accountId, accountId), eq(apiKeys.publicId, publicId));

/** How many keys of the account are not revoked; for a statement that depends on it. */
export const activeKeysOf = (accountId: number) =>
  sql`(SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND status = 'active')`;

/** @returns null when there is no such key or it is another account's. */
export async function findKey(db: Database, accountId: number, publicId: string): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(ofAccount(accountId, publicId));
  return row ?? null;
}

/** The key, whosever it is, that one of these lookups stands for. */
export async function findKeyByLookup(db: Database, lookups: string[]): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(inArray(apiKeys.lookup, lookups));
  return row ?? null;
}

/** Keys of the account, newest first; above `limit`, all the active ones and the newest revoked ones. */
export async function listKeysOf(db: Database, accountId: number, limit: number): Promise<ApiKeyRow[]> {
  const kept = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(apiKeys.status, desc(apiKeys.id))
    .limit(limit);
  return kept.sort((left, right) => right.id - left.id);
}

/**
 * Stores an active key and its audit entry, unless the account is closed or has `maxActive` active keys already;
 * asking and storing are one statement.
 * @returns null when it was not stored.
 */
export async function insertKey(
  db: Database,
  { expiresAt = null, ...key }: NewKey & { expiresAt?: number | null },
  { audit, maxActive }: { audit: AuditEntry; maxActive: number },
): Promise<ApiKeyRow | null> {
  const { accountId, at } = audit;
  await writeBatch(db, [
    db.run(sql`INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at, expires_at)
      SELECT ${key.publicId}, ${accountId}, ${key.name}, ${key.lookup}, ${key.sealed}, ${key.mask}, 'active', ${at},
        ${expiresAt}
      WHERE ${activeKeysOf(accountId)} < ${maxActive} AND ${isOpen(accountId)}`),
    auditIf(db, audit, sql`changes() > 0`),
  ]);
  return await findKey(db, accountId, key.publicId);
}

/**
 * Revokes the audit entry's subject and deletes its ciphertext. Repeating it, also at the same moment,
 * changes nothing and records nothing.
 * @returns the key as it is now; null when there is no such key or it is another account's.
 */
export async function revokeKeyOf(db: Database, audit: AuditEntry): Promise<ApiKeyRow | null> {
  const { accountId, subject } = audit;
  await writeBatch(db, [
    db
      .update(apiKeys)
      .set({ status: "revoked", sealed: null, revokedAt: audit.at })
      .where(and(ofAccount(accountId, subject), eq(apiKeys.status, "active"))),
    auditIf(db, audit, sql`changes() > 0`),
  ]);
  return await findKey(db, accountId, subject);
}
