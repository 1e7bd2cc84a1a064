import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { accounts, apiKeys } from "./schema/accounts.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

interface Entries {
  audit: AuditEntry;
  log: OperatorEntry;
  /** Null if the customer is not notified. */
  notice: SecurityChange | null;
}

/**
 * Suspends the audit entry's account, or ends that. A change is recorded and notified once; repeating it changes nothing,
 * not even the time.
 */
export async function setSuspendedOf(
  db: Database,
  suspended: boolean,
  { audit, log, notice }: Entries,
): Promise<void> {
  const { accountId, at } = audit;
  const other = suspended ? isNull(accounts.suspendedAt) : isNotNull(accounts.suspendedAt);
  await writeBatch(db, [
    db
      .update(accounts)
      .set({ suspendedAt: suspended ? at : null })
      .where(and(eq(accounts.id, accountId), other, isNull(accounts.closedAt))),
    auditIf(db, audit, ifChanged),
    operatorLogIf(db, log, ifChanged),
    ...(notice === null ? [] : notifyOfChange(db, audit, notice)),
  ]);
}

const ofKey = (accountId: number, publicId: string | null) =>
  and(
    eq(apiKeys.accountId, accountId),
    eq(apiKeys.status, "active"),
    publicId === null ? undefined : eq(apiKeys.publicId, publicId),
  );

/**
 * Revokes the account's active keys, or only the one with `publicId`, and deletes their ciphertexts. Each key is recorded
 * in the account's audit log. Without such a key, nothing is recorded or notified.
 * @returns the number of keys revoked.
 */
export async function revokeKeysOf(
  db: Database,
  { log, notice }: Pick<Entries, "log" | "notice">,
  { accountId, publicId }: { accountId: number; publicId: string | null },
): Promise<number> {
  const { at, requestId } = log;
  const active = ofKey(accountId, publicId);
  const count = sql`(SELECT count(*) FROM ${apiKeys} WHERE ${active})`;
  const revoked = await writeBatch(db, [
    operatorLogIf(db, log, sql`${count} > 0`, publicId === null ? { name: "keys", value: count } : undefined),
    ...(notice === null ? [] : notifyOfChange(db, { accountId, at, requestId }, notice)),
    db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at, detail)
      SELECT account_id, 'key.revoked', public_id, ${requestId}, ${at}, '{"by":"operator"}'
      FROM ${apiKeys} WHERE ${active}`),
    db.update(apiKeys).set({ status: "revoked", sealed: null, revokedAt: at }).where(active),
  ]);
  return revoked.at(-1)?.rowsAffected ?? 0;
}
