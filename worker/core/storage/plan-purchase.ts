import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { checkoutSource } from "#core/domain/ledger.ts";
import { isOpen } from "./accounts.ts";
import { auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import type { NewKey } from "./keys.ts";
import { markedPaid, markPaid, type OrderPayment } from "./paid-order.ts";
import { findReturned, owePayment } from "./returned-payments.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { subscriptions } from "./schema/plans.ts";
import { writeBatch } from "./write-batch.ts";

/** What goes with a bought year: the key to store if the account has no active one of its plan, and who asked. */
interface PlanKey {
  key: NewKey;
  requestId: string;
}

/**
 * Marks a plan's order paid, adds a year to the plan and stores its key, in one transaction; repeating it changes
 * nothing. An active key of the plan is extended (by trigger) instead.
 * @returns null when the order is bound to another session or is not one for a plan; nothing is written then.
 * `returned` when the account is closed: the payment is to be refunded instead.
 */
export async function settlePlanPurchase(
  db: Database,
  payment: OrderPayment,
  { key, requestId }: PlanKey,
): Promise<"paid" | "returned" | null> {
  const { order, paidAt } = payment;
  const created = { accountId: order.accountId, action: "key.created", subject: key.publicId } as const;
  const [marked] = await writeBatch(db, [
    markPaid(db, payment, "api_key"),
    addYear(db, payment),
    insertPlanKey(db, payment, key),
    auditIf(db, { ...created, requestId, at: paidAt, detail: { order: order.id } }, sql`changes() > 0`),
    ...owePayment(db, payment),
  ]);
  if (marked !== undefined && marked.rowsAffected > 0) return "paid";
  return (await findReturned(db, order.id)) === null ? null : "returned";
}

const addYear = (db: Database, payment: OrderPayment) =>
  db.run(sql`INSERT INTO plan_changes (account_id, order_id, kind, source, created_at)
    SELECT account_id, id, 'purchase', ${checkoutSource(payment.sessionId)}, paid_at FROM ${checkoutOrders}
    WHERE ${markedPaid(payment, "api_key")}
    ON CONFLICT (source) DO NOTHING`);

/** Right after `addYear`, whose change it asks for: a repeated payment brings back no key that its owner revoked. */
const insertPlanKey = (db: Database, { order: { accountId }, paidAt }: OrderPayment, key: NewKey) =>
  db.run(sql`INSERT INTO api_keys
    (public_id, account_id, name, lookup, sealed, mask, status, created_at, expires_at, plan_key)
    SELECT ${key.publicId}, account_id, ${key.name}, ${key.lookup}, ${key.sealed}, ${key.mask}, 'active', ${paidAt},
      valid_until, 1
    FROM ${subscriptions} WHERE account_id = ${accountId} AND changes() > 0 AND ${isOpen(accountId)}
      AND NOT EXISTS (
        SELECT 1 FROM api_keys WHERE account_id = ${accountId} AND plan_key = 1 AND status = 'active')`);

/** Whether a Business plan runs at `now` (epoch ms). */
export async function runsBusiness(db: Database, accountId: number, now: number): Promise<boolean> {
  const runs = or(isNull(subscriptions.validUntil), gt(subscriptions.validUntil, now));
  const ofAccount = and(eq(subscriptions.accountId, accountId), eq(subscriptions.type, "Business"));
  return (await db.$count(subscriptions, and(ofAccount, runs))) > 0;
}
