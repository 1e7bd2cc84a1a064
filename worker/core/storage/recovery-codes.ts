import { and, count, eq, inArray, isNull, lt, max, or, type SQL, sql } from "drizzle-orm";
import { type AuditEntry, auditedWithin, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { writeAndRead } from "./read.ts";
import { accounts, recoveryCodes } from "./schema/accounts.ts";
import { refuseGrants } from "./session-endings.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

/** Codes that can still be used, of those hashed under one of these peppers. */
export async function countRecoveryCodes(db: Database, accountId: number, peppers: readonly string[]) {
  const { createdAt, usedAt, pepper } = recoveryCodes;
  const usable = and(eq(recoveryCodes.accountId, accountId), isNull(usedAt), inArray(pepper, [...peppers]));
  const [row] = await db
    .select({ left: count(), createdAt: max(createdAt) })
    .from(recoveryCodes)
    .where(usable);
  return { left: row?.left ?? 0, createdAt: row?.createdAt ?? null };
}

/** Replaces all codes of an account with a second factor. @returns false for one without. */
export async function replaceRecoveryCodes(
  db: Database,
  audit: AuditEntry,
  { hashes, pepper }: { hashes: readonly string[]; pepper: string },
): Promise<boolean> {
  const { accountId, at } = audit;
  const [, stored] = await writeBatch(db, [
    db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)),
    db.run(sql`INSERT INTO recovery_codes (account_id, hash, pepper, created_at)
      SELECT ${accountId}, value, ${pepper}, ${at} FROM json_each(${JSON.stringify(hashes)})
      WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND second_factor = 1 AND closed_at IS NULL)`),
    auditIf(db, audit, ifChanged),
  ]);
  return hasChanged(stored);
}

interface Claim {
  hashes: readonly string[];
  at: number;
  /** Epoch ms: a claim from before was given up, since a use that ends deletes all codes. */
  staleBefore: number;
}

interface Claimed {
  /** False if the account had as many tries as are allowed, the oldest of them at `oldest` (epoch ms). */
  tried: boolean;
  oldest: number;
  /** Null for a code that is wrong or used. */
  hash: string | null;
}

/**
 * Records the try unless there were too many, and only then marks the code as used: one statement each, in one
 * transaction, so that one of several concurrent attempts wins.
 */
export async function claimRecoveryCode(
  db: Database,
  audit: AuditEntry,
  { limit, ...claim }: Claim & { limit: { max: number; since: number } },
): Promise<Claimed> {
  const { hashes, at, staleBefore } = claim;
  const { usedAt } = recoveryCodes;
  const { write: tried, oldest } = auditedWithin(db, audit, limit);
  const isFree = or(isNull(usedAt), lt(usedAt, staleBefore));
  const claimed = db
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(ifChanged, ofAccount(audit.accountId, hashes), isFree))
    .returning({ hash: recoveryCodes.hash });
  const { written, values } = await writeAndRead(db, [tried, claimed], [oldest]);
  const hash = written[1]?.rows[0]?.hash;
  return {
    tried: hasChanged(written[0]),
    oldest: values[0],
    hash: typeof hash === "string" ? hash : null,
  };
}

/** Makes a claimed code usable again. */
export async function releaseRecoveryCode(db: Database, accountId: number, hash: string): Promise<void> {
  const released = db.update(recoveryCodes).set({ usedAt: null });
  await writeBatch(db, [released.where(ofAccount(accountId, [hash]))]);
}

const ofAccount = (accountId: number, hashes: readonly string[]) =>
  and(eq(recoveryCodes.accountId, accountId), inArray(recoveryCodes.hash, [...hashes]));

/** Records that a code has turned two-factor authentication off, deletes all codes and ends grants for the Playground. */
export async function finishRecovery(db: Database, audit: AuditEntry, change: SecurityChange): Promise<void> {
  const { accountId, at } = audit;
  await writeBatch(db, [
    db
      .update(accounts)
      .set({ secondFactor: false, secondFactorRemovedAt: at, signInAsOf: at })
      .where(eq(accounts.id, accountId)),
    auditIf(db, audit, sql`true`),
    ...notifyOfChange(db, audit, change),
    deleteRecoveryCodes(db, accountId),
    ...refuseGrants(db, { accountId, sessionId: null, at }),
  ]);
}

export const deleteRecoveryCodes = (db: Database, accountId: number, condition?: SQL) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.accountId, accountId), condition));
