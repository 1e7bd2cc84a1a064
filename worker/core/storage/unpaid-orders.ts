import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
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

const ofClosed = inArray(
  checkoutOrders.accountId,
  sql`(SELECT id FROM accounts WHERE closed_at IS NOT NULL)`,
);

/** The open orders of one account, newest first. */
export const openOrdersOf = (db: Database, accountId: number, limit: number): Promise<Order[]> =>
  db
    .select()
    .from(checkoutOrders)
    .where(and(eq(checkoutOrders.accountId, accountId), eq(checkoutOrders.status, "open")))
    .orderBy(desc(checkoutOrders.createdAt))
    .limit(limit);

/**
 * The unpaid orders that were longest not asked about, those of closed accounts at any age; from here on they count as
 * asked about at `now`.
 */
export async function takeUnpaidOrders(
  db: Database,
  { createdAfter, createdUntil, limit, now }: Due,
): Promise<(Order & { closed: boolean })[]> {
  const due = or(lte(checkoutOrders.createdAt, createdUntil), ofClosed);
  const rows = await db
    .select({ ...getTableColumns(checkoutOrders), closed: sql<number>`${ofClosed}` })
    .from(checkoutOrders)
    .where(and(unpaid, gt(checkoutOrders.createdAt, createdAfter), due))
    .orderBy(checkoutOrders.checkedAt)
    .limit(limit);
  const orders = rows.map(({ closed, ...order }) => ({ ...order, closed: closed === 1 }));
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
