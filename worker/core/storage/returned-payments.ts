import { eq, inArray, isNull, sql } from "drizzle-orm";
import { isOpen } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { ofSession } from "./orders.ts";
import type { OrderPayment } from "./paid-order.ts";
import { checkoutOrders, returnedPayments } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

export type ReturnedPayment = typeof returnedPayments.$inferSelect;

/**
 * For the transaction that marks an order paid, when its account is closed: takes down that the payment is to be
 * refunded, and closes the order. An order that was credited before stays as it is.
 */
export function owePayment(db: Database, { order, sessionId, paymentIntentId, paidAt }: OrderPayment) {
  const owed = sql`${ofSession(order.id, sessionId)} AND status <> 'paid' AND NOT ${isOpen(order.accountId)}`;
  const isOwed = sql`EXISTS (SELECT 1 FROM returned_payments WHERE order_id = ${order.id})`;
  return [
    db.run(sql`INSERT INTO returned_payments (order_id, payment_intent, found_at)
      SELECT id, ${paymentIntentId}, ${paidAt} FROM ${checkoutOrders}
      WHERE ${owed} AND ${paymentIntentId} IS NOT NULL
      ON CONFLICT DO NOTHING`),
    db.update(checkoutOrders).set({ sessionId, status: "expired" }).where(sql`${owed} AND ${isOwed}`),
  ];
}

/** Null when the order's payment was not returned. */
export async function findReturned(db: Database, orderId: string): Promise<ReturnedPayment | null> {
  const [row] = await db.select().from(returnedPayments).where(eq(returnedPayments.orderId, orderId));
  return row ?? null;
}

/** Refunds that are due, those longest not tried first; from here on they count as tried at `now` (epoch ms). */
export async function takeDueRefunds(db: Database, limit: number, now: number): Promise<string[]> {
  const due = await db
    .select({ orderId: returnedPayments.orderId })
    .from(returnedPayments)
    .where(isNull(returnedPayments.refundedAt))
    .orderBy(returnedPayments.checkedAt)
    .limit(limit);
  const ids = due.map(({ orderId }) => orderId);
  if (ids.length > 0)
    await writeBatch(db, [
      db.update(returnedPayments).set({ checkedAt: now }).where(inArray(returnedPayments.orderId, ids)),
    ]);
  return ids;
}

/** Records that the payment was refunded, once of any number at once. */
export async function markRefunded(db: Database, audit: AuditEntry): Promise<void> {
  const due = sql`order_id = ${audit.subject} AND refunded_at IS NULL`;
  await writeBatch(db, [
    db.update(returnedPayments).set({ refundedAt: audit.at }).where(due),
    auditIf(db, audit, sql`changes() > 0`),
  ]);
}
