import type { ResultSet } from "@libsql/client/web";
import { sql } from "drizzle-orm";
import { accountName, checkoutSource, STRIPE_USD } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { isOpen } from "./accounts.ts";
import { auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { insertKeyFrom, type NewKey } from "./keys.ts";
import { markedPaid, markPaid, type Order, type OrderPayment } from "./orders.ts";
import { findReturned, owePayment } from "./returned-payments.ts";
import { checkoutOrders, ledgerTransfers } from "./schema/ledger.ts";
import { subscriptions } from "./schema/plans.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

const CENTS = 100;

/** `returned`: the account is closed, so the payment is refunded. Null: not an order of this session and product. */
type Settlement = "paid" | "returned" | null;

/** Marks a dollar order paid, credits its account and records it, in one transaction; a repetition changes nothing. */
export async function settleTopUp(
  db: Database,
  payment: OrderPayment & { order: Pick<Order, "amountMinor"> & Partial<Pick<Order, "origin">> },
  requestId: string,
): Promise<Settlement> {
  const { order, sessionId, paidAt } = payment;
  const by = order.origin === "auto_top_up" ? { by: order.origin } : {};
  const detail = { order: order.id, dollars: order.amountMinor / CENTS, ...by };
  const entry = { accountId: order.accountId, action: "balance.topped_up", subject: order.id } as const;
  const transfer = db
    .select({
      id: sql<null>`null`.as("id"),
      debit: sql<string>`${STRIPE_USD}`.as("debit"),
      credit: sql<string>`${accountName(order.accountId)}`.as("credit"),
      micros: sql<number>`${checkoutOrders.amountMinor} * ${MICROS_PER_CENT}`.as("micros"),
      kind: sql<"top_up">`'top_up'`.as("kind"),
      source: sql<string>`${checkoutSource(sessionId)}`.as("source"),
      createdAt: sql<number>`${checkoutOrders.paidAt}`.as("created_at"),
      orderId: checkoutOrders.id,
      note: sql<null>`null`.as("note"),
    })
    .from(checkoutOrders)
    .where(markedPaid(payment, "balance"));
  const [marked] = await writeBatch(db, [
    markPaid(db, payment, "balance"),
    db.insert(ledgerTransfers).select(transfer).onConflictDoNothing({ target: ledgerTransfers.source }),
    auditIf(db, { ...entry, requestId, at: paidAt, detail }, ifChanged),
    ...owePayment(db, payment),
  ]);
  return settlement(db, order.id, marked);
}

/** Adds a year to the plan and stores its key; if it has an active key, a trigger extends that one instead. */
export async function settlePlanPurchase(
  db: Database,
  payment: OrderPayment,
  { key, requestId }: { key: NewKey; requestId: string },
): Promise<Settlement> {
  const { order, paidAt } = payment;
  const created = { accountId: order.accountId, action: "key.created", subject: key.publicId } as const;
  const [marked] = await writeBatch(db, [
    markPaid(db, payment, "api_key"),
    addYear(db, payment),
    insertPlanKey(db, payment, key),
    auditIf(db, { ...created, requestId, at: paidAt, detail: { order: order.id } }, ifChanged),
    ...owePayment(db, payment),
  ]);
  return settlement(db, order.id, marked);
}

const addYear = (db: Database, payment: OrderPayment) =>
  db.run(sql`INSERT INTO plan_changes (account_id, order_id, kind, source, created_at)
    SELECT account_id, id, 'purchase', ${checkoutSource(payment.sessionId)}, paid_at FROM ${checkoutOrders}
    WHERE ${markedPaid(payment, "api_key")}
    ON CONFLICT (source) DO NOTHING`);

/** Directly after `addYear`, whose change it checks: a repeated payment restores no key that its owner revoked. */
const insertPlanKey = (db: Database, { order: { accountId }, paidAt }: OrderPayment, key: NewKey) =>
  insertKeyFrom(db, key, {
    accountId,
    createdAt: paidAt,
    expiresAt: sql`valid_until`,
    planKey: true,
    from: sql`FROM ${subscriptions} WHERE account_id = ${accountId} AND ${ifChanged} AND ${isOpen(accountId)}
      AND NOT EXISTS (
        SELECT 1 FROM api_keys WHERE account_id = ${accountId} AND plan_key = 1 AND status = 'active')`,
  });

async function settlement(db: Database, orderId: string, marked: ResultSet | undefined): Promise<Settlement> {
  if (hasChanged(marked)) return "paid";
  return (await findReturned(db, orderId)) === null ? null : "returned";
}
