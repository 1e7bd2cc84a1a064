import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { subscriptions } from "./schema/plans.ts";

type Subscription = typeof subscriptions.$inferSelect;

/** What is stored of the account's plan, also when that has ended; null when it never had one. */
export async function findSubscription(db: Database, accountId: number): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  return row ?? null;
}
