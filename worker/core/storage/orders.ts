import { and, eq, gt, inArray, isNull, min, ne, or, sql } from "drizzle-orm";
import { type OrderStatus, statusesBefore } from "#core/domain/checkout.ts";
import { isOpen } from "./accounts.ts";
import type { Database } from "./database.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

export type Order = typeof checkoutOrders.$inferSelect;
type NewOrder = Pick<Order, "id" | "accountId" | "product" | "currency" | "amountMinor" | "createdAt">;

/**
 * Stores an open order unless the account is closed or made `max` orders since `since` (epoch ms, exclusive) that are not paid.
 * Counting and storing are one statement, so that requests at the same moment cannot pass together.
 * @returns null when stored, else the time of the oldest order that counted.
 */
export async function insertOrder(
  db: Database,
  order: NewOrder,
  { max, since }: { max: number; since: number },
): Promise<number | null> {
  const { id, accountId, product, currency, amountMinor, createdAt } = order;
  const unpaid = and(
    eq(checkoutOrders.accountId, accountId),
    gt(checkoutOrders.createdAt, since),
    ne(checkoutOrders.status, "paid"),
  );
  const [stored] = await writeBatch(db, [
    db.run(sql`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at)
      SELECT ${id}, ${accountId}, ${product}, ${currency}, ${amountMinor}, 'open', ${createdAt}
      WHERE (SELECT count(*) FROM ${checkoutOrders} WHERE ${unpaid}) < ${max} AND ${isOpen(accountId)}`),
  ]);
  if (stored && stored.rowsAffected > 0) return null;
  const [oldest] = await db
    .select({ at: min(checkoutOrders.createdAt) })
    .from(checkoutOrders)
    .where(unpaid);
  return oldest?.at ?? createdAt;
}

/** The order a checkout may settle: unbound, or already bound to this very session. */
export const ofSession = (orderId: string, sessionId: string) =>
  and(
    eq(checkoutOrders.id, orderId),
    or(isNull(checkoutOrders.sessionId), eq(checkoutOrders.sessionId, sessionId)),
  );

/** Binds an order to its session; an order bound to another session stays as it is. */
export async function bindSession(db: Database, orderId: string, sessionId: string): Promise<void> {
  await writeBatch(db, [db.update(checkoutOrders).set({ sessionId }).where(ofSession(orderId, sessionId))]);
}

/** Of whichever account: not for a reader's own request, see `findOwnOrder`. */
export async function findOrderBySession(db: Database, sessionId: string): Promise<Order | null> {
  const [order] = await db.select().from(checkoutOrders).where(eq(checkoutOrders.sessionId, sessionId));
  return order ?? null;
}

/** The account's own order of this session; null for another account's. */
export async function findOwnOrder(
  db: Database,
  accountId: number,
  sessionId: string,
): Promise<Order | null> {
  const [order] = await db
    .select()
    .from(checkoutOrders)
    .where(and(eq(checkoutOrders.accountId, accountId), eq(checkoutOrders.sessionId, sessionId)));
  return order ?? null;
}

/** The order a session may settle, by the id that was handed to the provider: for a session id never stored. */
export async function findOrderFor(db: Database, orderId: string, sessionId: string): Promise<Order | null> {
  const [order] = await db.select().from(checkoutOrders).where(ofSession(orderId, sessionId));
  return order ?? null;
}

/**
 * Binds an order to its session, also when its status stays, and moves an unpaid one on.
 * @returns the status it has afterwards: a later one that it had already stays.
 */
export async function advanceOrder(
  db: Database,
  { orderId, sessionId, status }: { orderId: string; sessionId: string; status: OrderStatus },
): Promise<OrderStatus> {
  const mayBecome = and(
    ofSession(orderId, sessionId),
    inArray(checkoutOrders.status, statusesBefore(status)),
  );
  await writeBatch(db, [
    db.update(checkoutOrders).set({ sessionId }).where(ofSession(orderId, sessionId)),
    db.update(checkoutOrders).set({ status }).where(mayBecome),
  ]);
  const [order] = await db
    .select({ status: checkoutOrders.status })
    .from(checkoutOrders)
    .where(eq(checkoutOrders.id, orderId));
  return order?.status ?? status;
}
