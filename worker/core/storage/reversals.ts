import { eq, sql } from "drizzle-orm";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { endedMonthFrom, type PlanChangeKind } from "#core/domain/plans.ts";
import { planChangeSource, type ReversalTransaction } from "#core/domain/reversals.ts";
import type { Database } from "./database.ts";
import { transferOnce } from "./ledger.ts";
import { moveMoney } from "./move-money.ts";
import type { Order } from "./orders.ts";
import { changePlan } from "./plan-changes.ts";
import { firstOf, type Read } from "./read.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { planChanges } from "./schema/plans.ts";
import { findSubscription } from "./subscriptions.ts";
import { hasChanged, writeBatch } from "./write-batch.ts";

type OrderRef = Pick<Order, "id" | "accountId">;

/** The order of any account; only for data from the payment provider. */
export const findOrder = (db: Database, orderId: string): Read<Order | null> =>
  firstOf(db, db.select().from(checkoutOrders).where(eq(checkoutOrders.id, orderId)));

/** Records each transaction once. @returns the number of new ones. */
export async function transferReversals(
  db: Database,
  { id: orderId, accountId }: OrderRef,
  transactions: readonly ReversalTransaction[],
  at: number,
): Promise<number> {
  if (transactions.length === 0) return 0;
  const account = accountName(accountId);
  const transfers = transactions.map(({ direction, kind, source, amountMinor }) => {
    const [debit, credit] = direction === "out" ? [account, STRIPE_USD] : [STRIPE_USD, account];
    return transferOnce(db, {
      debit,
      credit,
      micros: amountMinor * MICROS_PER_CENT,
      kind,
      source,
      at,
      orderId,
    });
  });
  const sources = transactions.map(({ source }) => source);
  const { written } = await moveMoney(db, { accountId, sources, at }, transfers, []);
  return written.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0);
}

export async function readPlanChanges(db: Database, orderId: string): Promise<PlanChangeKind[]> {
  const changes = await db
    .select({ kind: planChanges.kind })
    .from(planChanges)
    .where(eq(planChanges.orderId, orderId))
    .orderBy(planChanges.id);
  return changes.map(({ kind }) => kind);
}

/**
 * Adds a change to an order's year unless there are no longer `count`, or the plan has changed meanwhile. `at` is epoch
 * ms. @returns true if added.
 */
export async function appendPlanChange(
  db: Database,
  { id: orderId, accountId }: OrderRef,
  { kind, count, at }: { kind: PlanChangeKind; count: number; at: number },
): Promise<boolean> {
  const source = planChangeSource(orderId, count);
  const plan = await findSubscription(db, accountId);
  const monthFrom = kind === "restored" ? null : endedMonthFrom(at, plan);
  const [added] = await writeBatch(
    db,
    changePlan(
      db,
      { accountId, kind, source },
      sql`SELECT ${accountId}, ${orderId}, ${kind}, ${source}, ${at}, ${monthFrom}
      WHERE (SELECT count(*) FROM plan_changes WHERE order_id = ${orderId}) = ${count}
        AND (SELECT valid_until FROM subscriptions WHERE account_id = ${accountId}) IS ${plan?.validUntil ?? null}`,
    ),
  );
  return hasChanged(added);
}
