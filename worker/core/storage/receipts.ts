import { and, asc, desc, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { Order } from "./orders.ts";
import { firstOf, type Read, rowsOf } from "./read.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { writeBatch } from "./write-batch.ts";

// Literal SQL, because Drizzle would name the outer column without its table.
/** Micro-dollars taken by reversals of an order's payment, less those given back. */
const reversedMicros = sql<number>`(SELECT coalesce(sum(CASE kind
    WHEN 'refund' THEN micros WHEN 'dispute' THEN micros
    WHEN 'refund_failed' THEN -micros WHEN 'dispute_won' THEN -micros ELSE 0 END), 0)
  FROM ledger_transfers WHERE order_id = checkout_orders.id)`;
/** Micro-dollars; null for a purchase that left the balance as it was. */
const balanceAfter = sql<number | null>`(SELECT e.balance_after
  FROM ledger_transfers AS t JOIN ledger_entries AS e ON e.transfer_id = t.id AND e.account = t.credit
  WHERE t.order_id = checkout_orders.id AND t.kind = 'top_up')`;
/** Years taken by reversals of an order's payment, less those given back. */
const reversedYears = sql<number>`(SELECT coalesce(sum(CASE kind
    WHEN 'refund' THEN 1 WHEN 'dispute' THEN 1 WHEN 'restored' THEN -1 ELSE 0 END), 0)
  FROM plan_changes WHERE order_id = checkout_orders.id)`;

const PAID_ORDER_COLUMNS = {
  id: checkoutOrders.id,
  product: checkoutOrders.product,
  currency: checkoutOrders.currency,
  amountMinor: checkoutOrders.amountMinor,
  paidAt: sql<number>`${checkoutOrders.paidAt}`,
  sessionId: checkoutOrders.sessionId,
  paymentIntent: checkoutOrders.paymentIntent,
  paymentMethod: checkoutOrders.paymentMethod,
  cardBrand: checkoutOrders.cardBrand,
  cardLast4: checkoutOrders.cardLast4,
  taxMinor: checkoutOrders.taxMinor,
  invoiceId: checkoutOrders.invoiceId,
  reversedMicros,
  reversedYears,
  balanceAfter,
};
const paidOf = (accountId: number) =>
  and(eq(checkoutOrders.accountId, accountId), isNotNull(checkoutOrders.paidAt));
const NEWEST_FIRST = [desc(checkoutOrders.paidAt), desc(checkoutOrders.id)] as const;

export type PaidOrder = Awaited<ReturnType<typeof readPaidOrders>>[number];

/** At most `limit` of the account's paid orders that follow the one with the id `after`, newest first. */
export const readPaidOrders = (
  db: Database,
  accountId: number,
  { after, limit }: { after: string | null; limit: number },
) => {
  const { paidAt, id } = checkoutOrders;
  const older =
    after === null
      ? undefined
      : sql`(${paidAt}, ${id}) < (SELECT paid_at, id FROM checkout_orders WHERE id = ${after})`;
  const page = db
    .select(PAID_ORDER_COLUMNS)
    .from(checkoutOrders)
    .where(and(paidOf(accountId), older))
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
  return rowsOf(db, page);
};

/** Null for an unknown or unpaid order and for another account's. */
export const findPaidOrder = (db: Database, accountId: number, id: string): Read<PaidOrder | null> =>
  firstOf(
    db,
    db
      .select(PAID_ORDER_COLUMNS)
      .from(checkoutOrders)
      .where(and(paidOf(accountId), eq(checkoutOrders.id, id))),
  );

// Literal SQL, because the partial index matches only the same text.
const undetailed = sql`paid_at IS NOT NULL AND details_at IS NULL`;

/** Paid orders whose details may be missing, longest unchecked first. Times are epoch ms. */
export const findUndetailed = (
  db: Database,
  { paidAfter, checkedUntil, limit }: { paidAfter: number; checkedUntil: number; limit: number },
): Promise<Order[]> =>
  db
    .select()
    .from(checkoutOrders)
    .where(
      and(
        undetailed,
        gt(checkoutOrders.paidAt, paidAfter),
        lte(checkoutOrders.paidAt, checkedUntil),
        lte(checkoutOrders.checkedAt, checkedUntil),
      ),
    )
    .orderBy(asc(checkoutOrders.checkedAt), asc(checkoutOrders.paidAt))
    .limit(limit);

/** The next check is due later, whatever becomes of this one. */
export async function markDetailsChecked(db: Database, orderId: string, now: number): Promise<void> {
  await writeBatch(db, [
    db.update(checkoutOrders).set({ checkedAt: now }).where(eq(checkoutOrders.id, orderId)),
  ]);
}

type Details = Pick<Order, "paymentMethod" | "cardBrand" | "cardLast4" | "taxMinor" | "invoiceId">;

/** Stores what is known of a paid order. Complete details never change again. */
export async function storeDetails(
  db: Database,
  orderId: string,
  { details, completeAt }: { details: Details; completeAt: number | null },
): Promise<void> {
  const mayChange = and(
    eq(checkoutOrders.id, orderId),
    isNotNull(checkoutOrders.paidAt),
    isNull(checkoutOrders.detailsAt),
  );
  await writeBatch(db, [
    db
      .update(checkoutOrders)
      .set({ ...details, detailsAt: completeAt })
      .where(mayChange),
  ]);
}
