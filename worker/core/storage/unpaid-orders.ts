import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { Order } from "./orders.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

// Literal SQL, because the partial index matches only the same text.
const unpaid = sql`status IN ('open', 'pending')`;

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

export const openOrdersOf = (db: Database, accountId: number, limit: number): Promise<Order[]> =>
  db
    .select()
    .from(checkoutOrders)
    .where(and(eq(checkoutOrders.accountId, accountId), eq(checkoutOrders.status, "open")))
    .orderBy(desc(checkoutOrders.createdAt))
    .limit(limit);

/** An unfinished one stands in the way of the next, however old it is. */
const isAutomatic = eq(checkoutOrders.origin, "auto_top_up");

/** Unpaid orders, longest unchecked first, those of closed accounts at any age; marks them as checked at `now`. */
export async function takeUnpaidOrders(
  db: Database,
  { createdAfter, createdUntil, limit, now }: Due,
): Promise<(Order & { closed: boolean })[]> {
  const due = or(lte(checkoutOrders.createdAt, createdUntil), ofClosed);
  const rows = await db
    .select({ ...getTableColumns(checkoutOrders), closed: sql<number>`${ofClosed}` })
    .from(checkoutOrders)
    .where(and(unpaid, or(gt(checkoutOrders.createdAt, createdAfter), isAutomatic), due))
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

/** Closes an order without a checkout; if one turns out to be paid, it is still credited. */
export async function closeUnmadeOrder(db: Database, orderId: string): Promise<void> {
  const withoutCheckout = and(eq(checkoutOrders.id, orderId), isNull(checkoutOrders.sessionId), unpaid);
  await writeBatch(db, [db.update(checkoutOrders).set({ status: "expired" }).where(withoutCheckout)]);
}
