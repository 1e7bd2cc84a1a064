import { and, asc, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
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

const COLUMNS = {
  id: checkoutOrders.id,
  product: checkoutOrders.product,
  currency: checkoutOrders.currency,
  amountMinor: checkoutOrders.amountMinor,
  status: checkoutOrders.status,
  paidAt: checkoutOrders.paidAt,
  pendingAt: checkoutOrders.pendingAt,
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

// Literal SQL, because the partial indexes match only the same text.
const settledAt = sql<number>`paid_at`;
/** Also of payments by bank that have not arrived, or never will: when they were sent. */
const listedAt = sql<number>`(CASE WHEN paid_at IS NULL THEN pending_at ELSE paid_at END)`;
const isListed = sql`(paid_at IS NOT NULL OR pending_at IS NOT NULL)`;
const pending = sql`status = 'pending' AND origin = 'checkout'`;

const ordersOf = (db: Database, condition: SQL | undefined) =>
  db.select(COLUMNS).from(checkoutOrders).where(condition);
/** Paid, pending or failed. */
export type ListedOrder = Awaited<ReturnType<typeof ordersOf>>[number];

interface Page {
  after: string | null;
  limit: number;
  /** With pending and failed payments. */
  unsettled: boolean;
}

/** At most `limit` of the account's paid orders that follow the one with the id `after`, newest first. */
export function readListedOrders(
  db: Database,
  accountId: number,
  { after, limit, unsettled }: Page,
): Read<ListedOrder[]> {
  const at = unsettled ? listedAt : settledAt;
  const { id } = checkoutOrders;
  const older =
    after === null
      ? undefined
      : sql`(${at}, ${id}) < (SELECT ${at}, id FROM checkout_orders WHERE id = ${after})`;
  const isOfPage = unsettled ? isListed : isNotNull(checkoutOrders.paidAt);
  const listed = and(eq(checkoutOrders.accountId, accountId), isOfPage, older);
  return rowsOf(db, ordersOf(db, listed).orderBy(desc(at), desc(id)).limit(limit));
}

/** Null for an order that was never paid or sent, and for another account's. */
export const findListedOrder = (db: Database, accountId: number, id: string): Read<ListedOrder | null> =>
  firstOf(
    db,
    ordersOf(db, and(eq(checkoutOrders.accountId, accountId), isListed, eq(checkoutOrders.id, id))),
  );

/** More than anybody sends within days. */
const MOST_PENDING = 20;

/** The account's payments for the balance that are on their way, newest first. */
export const readPendingTopUps = (db: Database, accountId: number): Read<ListedOrder[]> =>
  rowsOf(
    db,
    ordersOf(db, and(eq(checkoutOrders.accountId, accountId), pending, eq(checkoutOrders.product, "balance")))
      .orderBy(desc(checkoutOrders.pendingAt), desc(checkoutOrders.id))
      .limit(MOST_PENDING),
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
