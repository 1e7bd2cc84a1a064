import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { rejectedUsage } from "./schema/usage.ts";
import { writeBatch } from "./write-batch.ts";

/** The account's usage is rejected, at the latest since `at` (epoch ms). */
export async function noteRejectedUsage(db: Database, accountId: number, at: number): Promise<void> {
  await writeBatch(db, [db.insert(rejectedUsage).values({ accountId, since: at }).onConflictDoNothing()]);
}

export async function forgetRejectedUsage(db: Database, accountId: number): Promise<void> {
  await writeBatch(db, [db.delete(rejectedUsage).where(eq(rejectedUsage.accountId, accountId))]);
}
