import type { Database } from "./database.ts";
import { rejectedUsage } from "./schema/usage.ts";
import { writeBatch } from "./write-batch.ts";

/** The account's usage is rejected, at the latest since `at` (epoch ms). */
export async function noteRejectedUsage(db: Database, accountId: number, at: number): Promise<void> {
  await writeBatch(db, [db.insert(rejectedUsage).values({ accountId, since: at }).onConflictDoNothing()]);
}

/** For the transaction that stores usage of `:accounts`, JSON. An object that restarts forgets that it was rejected. */
export const FORGET_REJECTED = `DELETE FROM rejected_usage
  WHERE account_id IN (SELECT value FROM json_each(:accounts))`;
