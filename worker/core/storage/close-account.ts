import { and, eq, isNull, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { accounts, apiKeys, auditLog } from "./schema/accounts.ts";
import { knownPlaces, notificationSettings, notifications, seenSessions } from "./schema/notifications.ts";
import { writeBatch } from "./write-batch.ts";

const PERSONAL = [notifications, notificationSettings, seenSessions, knownPlaces];

/**
 * Closes the audit entry's account in one transaction: revokes its active keys, deletes their ciphertexts, blanks the
 * email, forgets what it was told and where it signed in, and records it all. Repeating it changes nothing and records
 * nothing.
 */
export async function closeAccountOf(db: Database, audit: AuditEntry): Promise<void> {
  const { accountId, requestId, at } = audit;
  const active = and(eq(apiKeys.accountId, accountId), eq(apiKeys.status, "active"));
  const open = and(eq(accounts.id, accountId), isNull(accounts.closedAt));
  await writeBatch(db, [
    db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at)
      SELECT account_id, 'key.revoked', public_id, ${requestId}, ${at} FROM ${apiKeys} WHERE ${active}`),
    db.update(apiKeys).set({ status: "revoked", sealed: null, revokedAt: at }).where(active),
    ...PERSONAL.map((table) => db.delete(table).where(eq(table.accountId, accountId))),
    db.update(auditLog).set({ place: null }).where(eq(auditLog.accountId, accountId)),
    db.update(accounts).set({ closedAt: at, email: "" }).where(open),
    auditIf(db, audit, sql`changes() > 0`),
  ]);
}
