import { and, eq, getTableColumns, isNull, lt, ne, sql } from "drizzle-orm";
import type { Kept } from "#core/domain/analytics-window.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notify } from "./notifications.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { KEPT, kept } from "./retention.ts";
import { accounts } from "./schema/accounts.ts";
import { subscriptions } from "./schema/plans.ts";
import { isSeen } from "./sign-ins.ts";
import { ifChanged, type Statement } from "./write-batch.ts";

/** Older invitations are not what brought the new account. */
const INVITED_WITHIN_MS = 30 * DAY_MS;

export type AccountRow = typeof accounts.$inferSelect;

/** An account with what each of its requests needs, so that no service reads it again. */
export interface StoredAccount extends AccountRow {
  /** Even one that has ended; null when it never had one. */
  plan: typeof subscriptions.$inferSelect | null;
  /** The same for all accounts. */
  usageKept: Kept;
}

const STORED = {
  row: getTableColumns(accounts),
  plan: getTableColumns(subscriptions),
  usageKept: sql<Kept>`${sql.raw(KEPT)}`.mapWith((text: string) => kept.parse(JSON.parse(text))),
};
interface StoredRow {
  row: AccountRow;
  plan: StoredAccount["plan"];
  usageKept: Kept;
}

/** For `firstOf` and `rowsOf`, whose rows `storedAccount` takes. */
export const storedAccounts = (db: Database) =>
  db.select(STORED).from(accounts).leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id));

export const storedAccount = ({ row, ...rest }: StoredRow): StoredAccount => ({ ...row, ...rest });

export type SessionAccount = StoredAccount & { sessionSeen: boolean };

/** `sessionSeen` is true without a session id. */
export const findAccountOfUser = (
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Read<SessionAccount | null> =>
  firstOf(
    db,
    db
      .select({ ...STORED, seen: sessionId === null ? sql<number>`1` : isSeen(sessionId) })
      .from(accounts)
      .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
      .where(eq(accounts.userId, userId)),
  ).map((found) => {
    if (found === null) return null;
    const { seen, ...account } = found;
    return { ...storedAccount(account), sessionSeen: seen === 1 };
  });

/** An SQL condition that holds while the account is not closed. */
export const isOpen = (accountId: number) =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND closed_at IS NULL)`;

/** Whether the account is closed; also true for an unknown one. */
export const isClosed = (db: Database, accountId: number): Read<boolean> =>
  firstOf(
    db,
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt))),
  ).map((open) => open === null);

interface Saved {
  account: typeof accounts.$inferInsert;
  /** The pseudonym of a new account's address in the audit log; its inviters are notified once. */
  invited: string | null;
  sessionId: string | null;
}

/** Stores the account unless its user has one. @returns the user's. */
export async function saveAccount(
  db: Database,
  { account, invited, sessionId }: Saved,
): Promise<SessionAccount> {
  const { userId } = account;
  const saved = db.insert(accounts).values(account).onConflictDoNothing({ target: accounts.userId });
  const notified = invited === null ? [] : notifyInviters(db, account, invited);
  return readSaved(db, [saved, ...notified], { userId, sessionId });
}

interface NewEmail {
  userId: string;
  sessionId: string | null;
  email: string;
  /** The token's time, epoch ms; one older than the stored email changes nothing. */
  issuedAt: number;
}

/** Records the change once. @returns the account afterwards. */
export async function changeEmailOf(
  db: Database,
  audit: AuditEntry,
  { email, issuedAt, ...user }: NewEmail,
): Promise<SessionAccount> {
  const older = and(ne(accounts.email, email), lt(accounts.emailAsOf, issuedAt), isNull(accounts.closedAt));
  const changed = db
    .update(accounts)
    .set({ email, emailAsOf: issuedAt })
    .where(and(eq(accounts.id, audit.accountId), older));
  return readSaved(db, [changed, auditIf(db, audit, ifChanged)], user);
}

async function readSaved(
  db: Database,
  writes: readonly Statement[],
  user: { userId: string; sessionId: string | null },
): Promise<SessionAccount> {
  const [saved] = (await writeAndRead(db, writes, [findAccountOfUser(db, user)])).values;
  if (saved === null) throw new Error("The account was not found after it was saved.");
  return saved;
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

/** The part of the account's keys that names its object; null before its first key. */
export const findAccountRoute = (db: Database, accountId: number): Read<string | null> =>
  firstOf(db, db.select({ route: accounts.route }).from(accounts).where(eq(accounts.id, accountId))).map(
    (row) => row?.route ?? null,
  );

const isUnset = (accountId: number) => and(eq(accounts.id, accountId), isNull(accounts.route));

/** For `writeBatch`: sets the account's route unless it has one. */
export const routeUnlessSet = (db: Database, accountId: number, route: string) =>
  db.update(accounts).set({ route }).where(isUnset(accountId));

/** An SQL condition: the account's keys have this route. */
export const hasRoute = (accountId: number, route: string) =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND route = ${route})`;

/** Sets the account's route unless it has one. @returns the stored route. */
export async function ensureAccountRoute(db: Database, accountId: number, route: string): Promise<string> {
  const writes = [routeUnlessSet(db, accountId, route)];
  const { values } = await writeAndRead(db, writes, [findAccountRoute(db, accountId)]);
  return values[0] ?? route;
}
