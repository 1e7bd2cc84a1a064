import { and, eq, getTableColumns, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { accounts } from "./schema/accounts.ts";
import { isSeen } from "./sign-ins.ts";
import { writeBatch } from "./write-batch.ts";

export type AccountRow = typeof accounts.$inferSelect;

/** With whether this session of the user was seen before. */
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

/** Holds while the account is not closed; for a statement that must not happen after it. */
export const isOpen = (accountId: number) =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND closed_at IS NULL)`;

export async function isClosed(db: Database, accountId: number): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.closedAt)))) === 0;
}

export async function isClosedUser(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.userId, userId), isNotNull(accounts.closedAt)))) > 0;
}

/** Who was invited longer ago comes for reasons of their own. */
const INVITED_WITHIN_MS = 30 * 86_400_000;

/**
 * Makes the account unless it is there: any number at once make one row.
 * @param invited of a new account, the pseudonym of its address in the audit log: whoever invited it is told, once.
 */
export async function saveAccount(
  db: Database,
  account: typeof accounts.$inferInsert,
  invited: string | null,
): Promise<void> {
  const saved = db.insert(accounts).values(account).onConflictDoNothing({ target: accounts.userId });
  await writeBatch(db, invited === null ? [saved] : [saved, tellInviters(db, account, invited)]);
}

/**
 * Brings the email of an open account up to date and records it, once of any number at once.
 * @param issuedAt epoch ms, of the token that says so; one older than what the account knows changes nothing.
 */
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
    auditIf(db, audit, sql`changes() > 0`),
  ]);
}

/** Remembers whether an open account has a second factor and records the change, once of any number at once. */
export async function changeSecondFactorOf(
  db: Database,
  audit: AuditEntry,
  secondFactor: boolean,
): Promise<void> {
  const differs = and(ne(accounts.secondFactor, secondFactor), isNull(accounts.closedAt));
  await writeBatch(db, [
    db
      .update(accounts)
      .set({ secondFactor })
      .where(and(eq(accounts.id, audit.accountId), differs)),
    auditIf(db, audit, sql`changes() > 0`),
  ]);
}

/** Nothing when the account is an older one after all. */
const tellInviters = (
  db: Database,
  { userId, email, createdAt }: typeof accounts.$inferInsert,
  invited: string,
) =>
  db.run(sql`INSERT INTO notifications (account_id, kind, source, data, created_at)
    SELECT DISTINCT inviter.id, 'invitation_accepted', 'invitation_accepted:' || guest.id,
      json_object('email', ${email}), ${createdAt}
    FROM audit_log AS entry JOIN accounts AS inviter ON inviter.id = entry.account_id AND inviter.closed_at IS NULL
      JOIN accounts AS guest ON guest.user_id = ${userId} AND guest.created_at = ${createdAt}
    WHERE entry.action = 'user.invited' AND entry.subject = ${invited}
      AND entry.created_at > ${createdAt - INVITED_WITHIN_MS} AND inviter.id <> guest.id
    ON CONFLICT (account_id, source) DO NOTHING`);

/** The part of the account's keys that names it; null before its first key. */
export async function findRoute(db: Database, accountId: number): Promise<string | null> {
  const [row] = await db.select({ route: accounts.route }).from(accounts).where(eq(accounts.id, accountId));
  return row?.route ?? null;
}

/** Gives the account its route unless it has one; any number at once end in one. @returns the one it has. */
export async function fixRoute(db: Database, accountId: number, route: string): Promise<string> {
  await writeBatch(db, [setRouteOnce(db, accountId, route)]);
  return (await findRoute(db, accountId)) ?? route;
}

/** For `writeBatch`. */
export const setRouteOnce = (db: Database, accountId: number, route: string) =>
  db
    .update(accounts)
    .set({ route })
    .where(and(eq(accounts.id, accountId), isNull(accounts.route)));
