import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { CURRENCY_OF, type Product } from "#core/domain/products.ts";
import { isOpen } from "./accounts.ts";
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
 * Binds the order to the session and marks it paid, for `writeBatch`; no row when it is bound to another session, not
 * one for this product, or its account is closed.
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
    .where(
      and(
        ofSession(payment.order.id, payment.sessionId),
        ofProduct(product),
        or(eq(checkoutOrders.status, "paid"), isOpen(payment.order.accountId)),
      ),
    );

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
