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
