import { and, eq, getTableColumns, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { DAY_MS } from "#core/domain/time.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notify } from "./notifications.ts";
import { accounts } from "./schema/accounts.ts";
import { isSeen } from "./sign-ins.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

/** Older invitations are not what brought the new account. */
const INVITED_WITHIN_MS = 30 * DAY_MS;

export type AccountRow = typeof accounts.$inferSelect;

/** `sessionSeen` is true without a session id. */
export async function findAccountOfUser(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<(AccountRow & { sessionSeen: boolean }) | null> {
  const [row] = await db
    .select({ ...getTableColumns(accounts), seen: sessionId === null ? sql<number>`1` : isSeen(sessionId) })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  if (row === undefined) return null;
  const { seen, ...account } = row;
  return { ...account, sessionSeen: seen === 1 };
}

/** An SQL condition that holds while the account is not closed. */
export const isOpen = (accountId: number) =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND closed_at IS NULL)`;

export async function isClosed(db: Database, accountId: number): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.closedAt)))) === 0;
}

export async function isClosedUser(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.userId, userId), isNotNull(accounts.closedAt)))) > 0;
}

/** @param invited the pseudonym of a new account's address in the audit log; its inviters are notified once. */
export async function saveAccount(
  db: Database,
  account: typeof accounts.$inferInsert,
  invited: string | null,
): Promise<void> {
  const saved = db.insert(accounts).values(account).onConflictDoNothing({ target: accounts.userId });
  await writeBatch(db, invited === null ? [saved] : [saved, ...notifyInviters(db, account, invited)]);
}

/** Records the change once. @param issuedAt the token's time; one older than the stored email changes nothing. */
export async function changeEmailOf(
  db: Database,
  audit: AuditEntry,
  { email, issuedAt }: { email: string; issuedAt: number },
): Promise<void> {
  const older = and(ne(accounts.email, email), lt(accounts.emailAsOf, issuedAt), isNull(accounts.closedAt));
  await writeBatch(db, [
    db
      .update(accounts)
      .set({ email, emailAsOf: issuedAt })
      .where(and(eq(accounts.id, audit.accountId), older)),
    auditIf(db, audit, ifChanged),
  ]);
}

/** Does nothing if the account existed before. */
const notifyInviters = (
  db: Database,
  { userId, email, createdAt }: typeof accounts.$inferInsert,
  invited: string,
) =>
  notify(
    db,
    sql`SELECT DISTINCT inviter.id, 'invitation_accepted', 'invitation_accepted:' || guest.id,
      json_object('email', ${email}), ${createdAt}
    FROM audit_log AS entry JOIN accounts AS inviter ON inviter.id = entry.account_id AND inviter.closed_at IS NULL
      JOIN accounts AS guest ON guest.user_id = ${userId} AND guest.created_at = ${createdAt}
    WHERE entry.action = 'user.invited' AND entry.subject = ${invited}
      AND entry.created_at > ${createdAt - INVITED_WITHIN_MS} AND inviter.id <> guest.id`,
  );

/** The part of the account's keys that names its meter; null before its first key. */
export async function findAccountRoute(db: Database, accountId: number): Promise<string | null> {
  const [row] = await db.select({ route: accounts.route }).from(accounts).where(eq(accounts.id, accountId));
  return row?.route ?? null;
}

/** Sets the account's route unless it has one. @returns the stored route. */
export async function fixAccountRoute(db: Database, accountId: number, route: string): Promise<string> {
  const unset = and(eq(accounts.id, accountId), isNull(accounts.route));
  await writeBatch(db, [db.update(accounts).set({ route }).where(unset)]);
  return (await findAccountRoute(db, accountId)) ?? route;
}
