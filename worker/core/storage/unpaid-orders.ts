import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { Order } from "./orders.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

/** Spelled out, because only so the index of these orders is used. */
const unpaid = sql`status IN ('open', 'pending')`;

/** Times in epoch ms. */
interface Due {
  createdAfter: number;
  createdUntil: number;
  limit: number;
  now: number;
}

/** The unpaid orders that were longest not asked about; from here on they count as asked about at `now`. */
export async function takeUnpaidOrders(
  db: Database,
  { createdAfter, createdUntil, limit, now }: Due,
): Promise<Order[]> {
  const inTime = and(gt(checkoutOrders.createdAt, createdAfter), lte(checkoutOrders.createdAt, createdUntil));
  const orders = await db
    .select()
    .from(checkoutOrders)
    .where(and(unpaid, inTime))
    .orderBy(checkoutOrders.checkedAt)
    .limit(limit);
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  await writeBatch(db, [
    db.update(checkoutOrders).set({ checkedAt: now }).where(inArray(checkoutOrders.id, ids)),
  ]);
  return orders;
}

/** Closes an order that no checkout was ever made of; should one turn up paid, it still is credited. */
export async function closeUnmadeOrder(db: Database, orderId: string): Promise<void> {
  const unmade = and(eq(checkoutOrders.id, orderId), isNull(checkoutOrders.sessionId), unpaid);
  await writeBatch(db, [db.update(checkoutOrders).set({ status: "expired" }).where(unmade)]);
}
