import { eq, ne } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

type AccountRow = typeof accounts.$inferSelect;

export async function findAccountOfUser(db: Database, userId: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.userId, userId));
  return row ?? null;
}

/** Makes the account or brings its email up to date, in one statement: any number at once make one row. */
export async function saveAccount(db: Database, account: typeof accounts.$inferInsert): Promise<void> {
  const changed = {
    target: accounts.userId,
    set: { email: account.email },
    setWhere: ne(accounts.email, account.email),
  };
  await writeBatch(db, [db.insert(accounts).values(account).onConflictDoUpdate(changed)]);
}
