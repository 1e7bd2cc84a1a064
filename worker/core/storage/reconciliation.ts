import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { accountName, STRIPE_USD, unpaidSource } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import type { BookedOrder, Difference } from "#core/domain/reconciliation.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { transferOnce } from "./ledger.ts";
import { moveMoney } from "./move-money.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import type { Order } from "./orders.ts";
import { firstOf, type Read, rowsOf, writeAndRead } from "./read.ts";
import { checkoutOrders, ledgerTransfers, returnedPayments } from "./schema/ledger.ts";
import { closedDifferences, reconciliation } from "./schema/operations.ts";
import { planChanges } from "./schema/plans.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

export type ReconciliationRow = Omit<typeof reconciliation.$inferSelect, "one">;

export const readReconciliation = (db: Database): Read<ReconciliationRow | null> =>
  firstOf(db, db.select().from(reconciliation));

export async function storeReconciliation(db: Database, row: ReconciliationRow): Promise<void> {
  const stored = db.insert(reconciliation).values({ one: 1, ...row });
  await writeBatch(db, [stored.onConflictDoUpdate({ target: reconciliation.one, set: row })]);
}

/** Differences that operators have closed, of any comparison. */
export const readClosedDifferences = (db: Database): Read<Difference[]> =>
  rowsOf(
    db,
    db.select({ subject: closedDifferences.subject, code: closedDifferences.code }).from(closedDifferences),
  );

/** Closes it once, with the entry's operator, time and reason. @param read what the response needs, read after that. */
export async function closeDifferenceOnce<Value>(
  db: Database,
  { subject, code }: Difference,
  { note, log, read }: { note: string; log: OperatorEntry; read: Read<Value> },
): Promise<Value> {
  const row = { subject, code, closedAt: log.at, closedBy: log.operator, note };
  const closed = db.insert(closedDifferences).values(row).onConflictDoNothing();
  return (await writeAndRead(db, [closed, operatorLogIf(db, log, ifChanged)], [read])).values[0];
}

/** Orders of any account, each with what is booked for it; for data from the payment provider only. */
export async function findBookedOrders(db: Database, ids: readonly string[]): Promise<BookedOrder[]> {
  if (ids.length === 0) return [];
  const { id, product, amountMinor, currency, paymentIntent } = checkoutOrders;
  const credited = sql`EXISTS (SELECT 1 FROM ${ledgerTransfers} AS t WHERE t.order_id = ${id} AND t.kind = 'top_up'
    AND t.micros = ${amountMinor} * ${MICROS_PER_CENT})`;
  const planned = sql`EXISTS (SELECT 1 FROM ${planChanges} AS p WHERE p.order_id = ${id} AND p.kind = 'purchase')`;
  const rows = await db
    .select({
      id,
      product,
      amountMinor,
      currency,
      paymentIntent,
      booked: sql<number>`status = 'paid' AND iif(${product} = 'balance', ${credited}, ${planned})`,
      returned: sql<number>`EXISTS (SELECT 1 FROM ${returnedPayments} AS r WHERE r.order_id = ${id})`,
    })
    .from(checkoutOrders)
    .where(inArray(id, [...ids]));
  return rows.map((row) => ({ ...row, booked: row.booked === 1, returned: row.returned === 1 }));
}

/** Which of these payments belong to which product; a payment that no paid order has is left out. */
export async function productsOf(
  db: Database,
  paymentIntents: readonly string[],
): Promise<Map<string, Order["product"]>> {
  if (paymentIntents.length === 0) return new Map();
  const rows = await db
    .select({ intent: checkoutOrders.paymentIntent, product: checkoutOrders.product })
    .from(checkoutOrders)
    .where(inArray(checkoutOrders.paymentIntent, [...paymentIntents]));
  return new Map(rows.flatMap(({ intent, product }) => (intent === null ? [] : [[intent, product]])));
}

/** The micro-dollars of each transfer that has one of these sources. */
export async function microsBySource(db: Database, sources: readonly string[]): Promise<Map<string, number>> {
  if (sources.length === 0) return new Map();
  const rows = await db
    .select({ source: ledgerTransfers.source, micros: ledgerTransfers.micros })
    .from(ledgerTransfers)
    .where(inArray(ledgerTransfers.source, [...sources]));
  return new Map(rows.map(({ source, micros }) => [source, micros]));
}

/** Marks orders as compared at `at` (epoch ms). */
export async function markCompared(db: Database, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await writeBatch(db, [
    db
      .update(checkoutOrders)
      .set({ comparedAt: at })
      .where(inArray(checkoutOrders.id, [...ids])),
  ]);
}

/** Paid orders of a window (epoch ms) that were not compared since `comparedBefore`, oldest first. */
export const takeUncompared = (
  db: Database,
  { from, until, comparedBefore }: { from: number; until: number; comparedBefore: number },
  limit: number,
): Promise<Order[]> =>
  db
    .select()
    .from(checkoutOrders)
    .where(
      and(
        // The partial index matches only the same condition.
        isNotNull(checkoutOrders.paidAt),
        gte(checkoutOrders.paidAt, from),
        lt(checkoutOrders.paidAt, until),
        lt(checkoutOrders.comparedAt, comparedBefore),
        eq(checkoutOrders.status, "paid"),
      ),
    )
    .orderBy(asc(checkoutOrders.paidAt))
    .limit(limit);

/** Takes back what was credited without a payment, once. @returns false when it was taken back before. */
export async function takeBackUnpaid(db: Database, order: Order, audit: AuditEntry): Promise<boolean> {
  const credited = sql`EXISTS (SELECT 1 FROM ${ledgerTransfers} WHERE order_id = ${order.id} AND kind = 'top_up')`;
  const transfer = {
    debit: accountName(order.accountId),
    credit: STRIPE_USD,
    micros: order.amountMinor * MICROS_PER_CENT,
    kind: "refund" as const,
    source: unpaidSource(order.id),
    at: audit.at,
    orderId: order.id,
    note: "The payment was not made",
  };
  const move = { accountId: order.accountId, sources: [transfer.source], at: audit.at };
  const writes = [transferOnce(db, transfer, credited), auditIf(db, audit, ifChanged)];
  const { written } = await moveMoney(db, move, writes, []);
  return hasChanged(written[0]);
}
