import { and, eq, isNotNull, sql } from "drizzle-orm";
import { CURRENCY_OF, type Product } from "#core/domain/products.ts";
import type { Database } from "./database.ts";
import { type Order, ofSession } from "./orders.ts";
import { checkoutOrders } from "./schema/ledger.ts";

/** A checkout that the provider says is paid as ordered. */
export interface OrderPayment {
  order: Pick<Order, "id" | "accountId">;
  sessionId: string;
  paymentIntentId: string | null;
  /** Epoch ms; the first one stored stays. */
  paidAt: number;
}

const ofProduct = (product: Product) =>
  and(eq(checkoutOrders.product, product), eq(checkoutOrders.currency, CURRENCY_OF[product]));

/**
 * Binds the order to the session and marks it paid, for `writeBatch`; no row when it is bound to another session or
 * not one for this product.
 */
export const markPaid = (db: Database, payment: OrderPayment, product: Product) =>
  db
    .update(checkoutOrders)
    .set({
      sessionId: payment.sessionId,
      status: "paid",
      paymentIntent: payment.paymentIntentId,
      paidAt: sql`coalesce(${checkoutOrders.paidAt}, ${payment.paidAt})`,
    })
    .where(and(ofSession(payment.order.id, payment.sessionId), ofProduct(product)));

/**
 * The order that `markPaid` has marked, for what follows in the same transaction: of two sessions that name one order
 * only the first is paid out, whatever the caller read before.
 */
export const markedPaid = ({ order, sessionId }: OrderPayment, product: Product) =>
  and(
    eq(checkoutOrders.id, order.id),
    eq(checkoutOrders.sessionId, sessionId),
    ofProduct(product),
    isNotNull(checkoutOrders.paidAt),
  );
