import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

export type AccountRow = typeof accounts.$inferSelect;

export async function findAccountOfUser(db: Database, userId: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.userId, userId));
  return row ?? null;
}

/** Holds while the account is not closed; for a statement that must not happen after it. */
export const isOpen = (accountId: number) =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND closed_at IS NULL)`;

export async function isClosed(db: Database, accountId: number): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.closedAt)))) === 0;
}

/**
 * Makes the account or brings its email up to date, in one statement: any number at once make one row.
 * A closed one stays as it is.
 */
export async function saveAccount(db: Database, account: typeof accounts.$inferInsert): Promise<void> {
  const changed = {
    target: accounts.userId,
    set: { email: account.email },
    setWhere: sql`${ne(accounts.email, account.email)} AND ${isNull(accounts.closedAt)}`,
  };
  await writeBatch(db, [db.insert(accounts).values(account).onConflictDoUpdate(changed)]);
}

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
