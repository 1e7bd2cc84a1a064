import { and, eq, isNotNull, sql } from "drizzle-orm";
import { accountName, checkoutSource, STRIPE_USD } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import type { Database } from "./database.ts";
import { type Order, ofSession } from "./orders.ts";
import { checkoutOrders, ledgerTransfers } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

interface TopUpPayment {
  order: Pick<Order, "id" | "accountId" | "amountMinor">;
  sessionId: string;
  paymentIntentId: string | null;
  /** Epoch ms; the first one stored stays. */
  paidAt: number;
}

/**
 * Marks a dollar order paid and credits its account, in one transaction; repeating it changes nothing.
 *
 * The transfer is selected from the order row that the same transaction bound to the session. So of two sessions
 * that name one order only the first credits, whatever the caller read before.
 * @returns false when the order is bound to another session or is not one for dollars; nothing is written then.
 */
export async function settleTopUp(db: Database, payment: TopUpPayment): Promise<boolean> {
  const { order, sessionId, paymentIntentId, paidAt } = payment;
  const inDollars = and(eq(checkoutOrders.product, "balance"), eq(checkoutOrders.currency, "usd"));
  const settled = and(
    eq(checkoutOrders.id, order.id),
    eq(checkoutOrders.sessionId, sessionId),
    inDollars,
    isNotNull(checkoutOrders.paidAt),
  );
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
    .where(settled);
  const [marked] = await writeBatch(db, [
    db
      .update(checkoutOrders)
      .set({
        sessionId,
        status: "paid",
        paymentIntent: paymentIntentId,
        paidAt: sql`coalesce(${checkoutOrders.paidAt}, ${paidAt})`,
      })
      .where(and(ofSession(order.id, sessionId), inDollars)),
    db.insert(ledgerTransfers).select(transfer).onConflictDoNothing({ target: ledgerTransfers.source }),
  ]);
  return marked !== undefined && marked.rowsAffected > 0;
}
