import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { firstOf, writeAndRead } from "./read.ts";
import { accounts, apiKeys } from "./schema/accounts.ts";
import { ifChanged } from "./write-batch.ts";

interface Entries {
  audit: AuditEntry;
  log: OperatorEntry;
  /** Null if the customer is not notified. */
  notice: SecurityChange | null;
}

/**
 * Suspends the audit entry's account, or ends that. A change is recorded and notified once; repeating it changes nothing,
 * not even the time. @returns the account afterwards; null for an unknown one.
 */
export async function setSuspendedOf(
  db: Database,
  suspended: boolean,
  { audit, log, notice }: Entries,
): Promise<{ suspendedAt: number | null; route: string | null } | null> {
  const { accountId, at } = audit;
  const other = suspended ? isNull(accounts.suspendedAt) : isNotNull(accounts.suspendedAt);
  const changed = db
    .update(accounts)
    .set({ suspendedAt: suspended ? at : null })
    .where(and(eq(accounts.id, accountId), other, isNull(accounts.closedAt)));
  const notified = notice === null ? [] : notifyOfChange(db, audit, notice);
  const writes = [changed, auditIf(db, audit, ifChanged), operatorLogIf(db, log, ifChanged), ...notified];
  const { suspendedAt, route } = accounts;
  const after = db.select({ suspendedAt, route }).from(accounts).where(eq(accounts.id, accountId));
  return (await writeAndRead(db, writes, [firstOf(db, after)])).values[0];
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
 * @returns the number of keys revoked, and the account's route.
 */
export async function revokeKeysOf(
  db: Database,
  { log, notice }: Pick<Entries, "log" | "notice">,
  { accountId, publicId }: { accountId: number; publicId: string | null },
): Promise<{ revoked: number; route: string | null }> {
  const { at, requestId } = log;
  const active = ofKey(accountId, publicId);
  const count = sql`(SELECT count(*) FROM ${apiKeys} WHERE ${active})`;
  const notified = notice === null ? [] : notifyOfChange(db, { accountId, at, requestId }, notice);
  const writes = [
    operatorLogIf(db, log, sql`${count} > 0`, publicId === null ? { name: "keys", value: count } : undefined),
    ...notified,
    db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at, detail)
      SELECT account_id, 'key.revoked', public_id, ${requestId}, ${at}, '{"by":"operator"}'
      FROM ${apiKeys} WHERE ${active}`),
    db.update(apiKeys).set({ status: "revoked", sealed: null, revokedAt: at }).where(active),
  ];
  const { written, values } = await writeAndRead(db, writes, [findAccountRoute(db, accountId)]);
  return { revoked: written.at(-1)?.rowsAffected ?? 0, route: values[0] };
}
