import { eq, inArray, isNull, sql } from "drizzle-orm";
import { isOpen } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type OrderPayment, ofSession } from "./orders.ts";
import { checkoutOrders, returnedPayments } from "./schema/ledger.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

export type ReturnedPayment = typeof returnedPayments.$inferSelect;

/** If the account is closed, records the due refund and closes the order, unless it was credited before. */
export function recordRefundDue(db: Database, { order, sessionId, paymentIntentId, paidAt }: OrderPayment) {
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

export async function findReturned(db: Database, orderId: string): Promise<ReturnedPayment | null> {
  const [row] = await db.select().from(returnedPayments).where(eq(returnedPayments.orderId, orderId));
  return row ?? null;
}

/** Order ids of refunds that are due, longest untried first; marks them as tried at `now` (epoch ms). */
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

export async function markRefunded(db: Database, audit: AuditEntry): Promise<void> {
  const due = sql`order_id = ${audit.subject} AND refunded_at IS NULL`;
  await writeBatch(db, [
    db.update(returnedPayments).set({ refundedAt: audit.at }).where(due),
    auditIf(db, audit, ifChanged),
  ]);
}
