import { type SQL, sql } from "drizzle-orm";
import { arrivesBy } from "#core/domain/checkout.ts";
import type { Database } from "./database.ts";
import { notify } from "./notifications.ts";
import { checkoutOrders } from "./schema/ledger.ts";

const PAYMENT = sql`json_object('order', id, 'product', product, 'currency', currency, 'amount_minor', amount_minor)`;
const CHARGE = sql`json_object('event', 'succeeded', 'order', id, 'amount_minor', amount_minor)`;
export const isCheckout = sql`origin = 'checkout'`;

/** For `writeBatch`, before the orders that `payable` selects are marked as paid at `at` (epoch ms): notifies of each once. */
export const notifyOfPayment = (db: Database, payable: SQL | undefined, at: number) =>
  notify(
    db,
    sql`SELECT account_id, iif(${isCheckout}, 'payment_received', 'auto_top_up'),
      iif(${isCheckout}, 'payment_received:', 'auto_top_up:succeeded:') || id, iif(${isCheckout}, ${PAYMENT}, ${CHARGE}), ${at}
    FROM ${checkoutOrders} WHERE ${payable} AND paid_at IS NULL`,
  );

/** For `writeBatch`, before the orders that `pending` selects become pending at `at` (epoch ms): notifies of each once. */
export const notifyOfPending = (db: Database, pending: SQL | undefined, at: number) =>
  notify(
    db,
    sql`SELECT account_id, 'payment_pending', 'payment_pending:' || id,
      json_set(${PAYMENT}, '$.arrives_by', CAST(${arrivesBy(at)} AS INTEGER)), ${at}
    FROM ${checkoutOrders} WHERE ${pending} AND ${isCheckout}`,
  );

/**
 * For `writeBatch`, before the orders that `failing` selects are marked as failed at `at` (epoch ms): notifies of each
 * once. The notification of a failed automatic charge says why, so `endCharge` writes it.
 */
export const notifyOfFailure = (db: Database, failing: SQL | undefined, at: number) =>
  notify(
    db,
    sql`SELECT account_id, 'payment_failed', 'payment_failed:' || id, ${PAYMENT}, ${at}
    FROM ${checkoutOrders} WHERE ${failing} AND ${isCheckout}`,
  );
