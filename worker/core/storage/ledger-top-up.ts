import { sql } from "drizzle-orm";
import { accountName, checkoutSource, STRIPE_USD } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import type { Database } from "./database.ts";
import { markedPaid, markPaid, type OrderPayment } from "./paid-order.ts";
import { findReturned, owePayment } from "./returned-payments.ts";
import { checkoutOrders, ledgerTransfers } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

/**
 * Marks a dollar order paid and credits its account, in one transaction; repeating it changes nothing.
 * @returns null when the order is bound to another session or is not one for dollars; nothing is written then.
 * `returned` when the account is closed: the payment is to be refunded instead.
 */
export async function settleTopUp(db: Database, payment: OrderPayment): Promise<"paid" | "returned" | null> {
  const { order, sessionId } = payment;
  const transfer = db
    .select({
      id: sql<null>`null`.as("id"),
      debit: sql<string>`${STRIPE_USD}`.as("debit"),
      credit: sql<string>`${accountName(order.accountId)}`.as("credit"),
      micros: sql<number>`${checkoutOrders.amountMinor} * ${MICROS_PER_CENT}`.as("micros"),
      kind: sql<"top_up">`'top_up'`.as("kind"),
      source: sql<string>`${checkoutSource(sessionId)}`.as("source"),
      createdAt: sql<number>`${checkoutOrders.paidAt}`.as("created_at"),
      orderId: checkoutOrders.id,
      note: sql<null>`null`.as("note"),
    })
    .from(checkoutOrders)
    .where(markedPaid(payment, "balance"));
  const [marked] = await writeBatch(db, [
    markPaid(db, payment, "balance"),
    db.insert(ledgerTransfers).select(transfer).onConflictDoNothing({ target: ledgerTransfers.source }),
    ...owePayment(db, payment),
  ]);
  if (marked !== undefined && marked.rowsAffected > 0) return "paid";
  return (await findReturned(db, order.id)) === null ? null : "returned";
}
