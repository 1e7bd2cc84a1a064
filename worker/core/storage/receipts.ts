import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { checkoutOrders } from "./schema/ledger.ts";

// Drizzle would name the column without its table, and the inner table's own would be meant.
/** Micro-dollars that reversals of an order's payment took from the account, less what they gave back. */
const reversedMicros = sql<number>`(SELECT coalesce(sum(CASE kind
    WHEN 'refund' THEN micros WHEN 'dispute' THEN micros
    WHEN 'refund_failed' THEN -micros WHEN 'dispute_won' THEN -micros ELSE 0 END), 0)
  FROM ledger_transfers WHERE order_id = checkout_orders.id)`;
/** Years that reversals of an order's payment took, less those given back. */
const reversedYears = sql<number>`(SELECT coalesce(sum(CASE kind
    WHEN 'refund' THEN 1 WHEN 'dispute' THEN 1 WHEN 'restored' THEN -1 ELSE 0 END), 0)
  FROM plan_changes WHERE order_id = checkout_orders.id)`;

const columns = {
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
const newestFirst = [desc(checkoutOrders.paidAt), desc(checkoutOrders.id)] as const;

export type PaidOrder = Awaited<ReturnType<typeof readPaidOrders>>[number];

/** At most `limit` paid orders of the account, newest first; only those before `after` in this order. */
export async function readPaidOrders(
  db: Database,
  accountId: number,
  { after, limit }: { after: { paidAt: number; id: string } | null; limit: number },
) {
  const older =
    after && sql`(${checkoutOrders.paidAt}, ${checkoutOrders.id}) < (${after.paidAt}, ${after.id})`;
  return await db
    .select(columns)
    .from(checkoutOrders)
    .where(and(paidOf(accountId), older ?? undefined))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** @returns null when there is no such order, or it is unpaid, or another account's. */
export async function findPaidOrder(db: Database, accountId: number, id: string): Promise<PaidOrder | null> {
  const [order] = await db
    .select(columns)
    .from(checkoutOrders)
    .where(and(paidOf(accountId), eq(checkoutOrders.id, id)));
  return order ?? null;
}
