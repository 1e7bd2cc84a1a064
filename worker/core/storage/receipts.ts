import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { checkoutOrders } from "./schema/ledger.ts";

// Literal SQL, because Drizzle would name the outer column without its table.
/** Micro-dollars taken by reversals of an order's payment, less those given back. */
const reversedMicros = sql<number>`(SELECT coalesce(sum(CASE kind
    WHEN 'refund' THEN micros WHEN 'dispute' THEN micros
    WHEN 'refund_failed' THEN -micros WHEN 'dispute_won' THEN -micros ELSE 0 END), 0)
  FROM ledger_transfers WHERE order_id = checkout_orders.id)`;
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
  reversedMicros,
  reversedYears,
};
const paidOf = (accountId: number) =>
  and(eq(checkoutOrders.accountId, accountId), isNotNull(checkoutOrders.paidAt));
const NEWEST_FIRST = [desc(checkoutOrders.paidAt), desc(checkoutOrders.id)] as const;

export type PaidOrder = Awaited<ReturnType<typeof readPaidOrders>>[number];

/** At most `limit` of the account's paid orders that follow `after`, newest first. */
export async function readPaidOrders(
  db: Database,
  accountId: number,
  { after, limit }: { after: { paidAt: number; id: string } | null; limit: number },
) {
  const older =
    after && sql`(${checkoutOrders.paidAt}, ${checkoutOrders.id}) < (${after.paidAt}, ${after.id})`;
  return await db
    .select(PAID_ORDER_COLUMNS)
    .from(checkoutOrders)
    .where(and(paidOf(accountId), older ?? undefined))
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
}

/** @returns null for an unknown or unpaid order and for another account's. */
export async function findPaidOrder(db: Database, accountId: number, id: string): Promise<PaidOrder | null> {
  const [order] = await db
    .select(PAID_ORDER_COLUMNS)
    .from(checkoutOrders)
    .where(and(paidOf(accountId), eq(checkoutOrders.id, id)));
  return order ?? null;
}
