import { and, eq, isNull, sql } from "drizzle-orm";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { writeAndRead } from "./read.ts";
import {
  accessTokens,
  accountLimits,
  accounts,
  apiKeys,
  auditLog,
  playgroundSessions,
  recoveryCodes,
  spendAlerts,
} from "./schema/accounts.ts";
import { autoTopUps, paymentCustomers, savedCards } from "./schema/cards.ts";
import {
  knownPlaces,
  notificationDeliveries,
  notificationSettings,
  notifications,
  seenSessions,
} from "./schema/notifications.ts";
import { ifChanged } from "./write-batch.ts";

/** Deleted with the account. Triggers keep late requests from filling them again. */
const PERSONAL_TABLES = [
  notifications,
  notificationSettings,
  seenSessions,
  knownPlaces,
  recoveryCodes,
  savedCards,
  autoTopUps,
  accountLimits,
  spendAlerts,
  playgroundSessions,
];

/** Notifications of inviters that the account's user has joined. */
const noticesOf = (accountId: number) =>
  sql`kind = 'invitation_accepted' AND source = ${`invitation_accepted:${accountId}`}`;

/** The addresses by which inviters were notified of the account's user, for three months. */
export async function readGuestAddresses(db: Database, accountId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: sql<string>`data ->> 'email'` })
    .from(notifications)
    .where(noticesOf(accountId));
  return rows.map(({ email }) => email).filter((email) => email !== "");
}

/**
 * Also revokes the account's keys and access tokens, and deletes ciphertexts and personal data. Repeatable.
 * @param invited the pseudonyms of the user's addresses, which their inviters lose.
 * @returns the account's route.
 */
export async function closeAccountOf(
  db: Database,
  audit: AuditEntry,
  invited: readonly string[] = [],
): Promise<string | null> {
  const { accountId, requestId, at } = audit;
  const active = and(eq(apiKeys.accountId, accountId), eq(apiKeys.status, "active"));
  const writes = [
    db.run(sql`INSERT INTO detached_cards (payment_method, detached_at)
      SELECT payment_method, ${at} FROM saved_cards WHERE account_id = ${accountId} ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at)
      SELECT account_id, 'key.revoked', public_id, ${requestId}, ${at} FROM ${apiKeys} WHERE ${active}`),
    db.update(apiKeys).set({ status: "revoked", sealed: null, revokedAt: at }).where(active),
    ...withoutNames(db, accountId, at),
    db
      .delete(notificationDeliveries)
      .where(sql`notification_id IN (SELECT id FROM ${notifications} WHERE account_id = ${accountId})`),
    ...PERSONAL_TABLES.map((table) => db.delete(table).where(eq(table.accountId, accountId))),
    ...withoutGuest(db, accountId, invited),
    // Until the cron has deleted it at the provider.
    db
      .update(paymentCustomers)
      .set({ deletionDueAt: sql`coalesce(${paymentCustomers.deletionDueAt}, ${at})` })
      .where(eq(paymentCustomers.accountId, accountId)),
    db
      .update(accounts)
      .set({ closedAt: at, email: "", signInMethods: null, passwordChangedAt: null, secondFactor: false })
      .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt))),
    auditIf(db, audit, ifChanged),
  ];
  return (await writeAndRead(db, writes, [findAccountRoute(db, accountId)])).values[0];
}

/** What its owner has named or allowed. The rows stay: usage belongs to keys, and both are refused as revoked. */
const withoutNames = (db: Database, accountId: number, at: number) => [
  db
    .update(apiKeys)
    .set({ name: "", allowedOrigins: null, restrictions: null })
    .where(eq(apiKeys.accountId, accountId)),
  db.run(
    sql`DELETE FROM key_budgets WHERE key_id IN (SELECT id FROM ${apiKeys} WHERE account_id = ${accountId})`,
  ),
  db
    .update(accessTokens)
    .set({ name: "", revokedAt: sql`coalesce(${accessTokens.revokedAt}, ${at})` })
    .where(eq(accessTokens.accountId, accountId)),
  db
    .update(auditLog)
    .set({ place: null, detail: sql`CASE WHEN action = 'payment.returned' THEN detail END` })
    .where(eq(auditLog.accountId, accountId)),
];

/** In what belongs to inviters: their notifications, also resent ones, and their audit logs. */
const withoutGuest = (db: Database, accountId: number, invited: readonly string[]) => [
  db.run(sql`UPDATE notifications SET data = '{"email":""}' WHERE kind = 'invitation_accepted'
    AND (account_id, data) IN (SELECT account_id, data FROM notifications WHERE ${noticesOf(accountId)})`),
  db.run(sql`UPDATE audit_log SET detail = NULL WHERE action = 'user.invited'
    AND subject IN (SELECT value FROM json_each(${JSON.stringify(invited)}))`),
];
