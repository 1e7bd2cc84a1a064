import type { ResultSet } from "@libsql/client/web";
import { sql } from "drizzle-orm";
import { accountName, checkoutSource, STRIPE_USD } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { isOpen } from "./accounts.ts";
import { auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { insertKeyFrom, type NewKey } from "./keys.ts";
import { moveMoney } from "./move-money.ts";
import { markedPaid, markPaid, type Order, type OrderPayment } from "./orders.ts";
import { changePlan } from "./plan-changes.ts";
import { findReturned, recordRefundDue } from "./returned-payments.ts";
import { checkoutOrders, ledgerTransfers } from "./schema/ledger.ts";
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
      usageDay: sql<null>`null`.as("usage_day"),
      statementDay: sql<null>`null`.as("statement_day"),
    })
    .from(checkoutOrders)
    .where(markedPaid(payment, "balance"));
  const paid = markPaid(db, payment, "balance");
  const move = { accountId: order.accountId, sources: [checkoutSource(sessionId)], at: paidAt };
  const writes = [
    ...paid,
    db.insert(ledgerTransfers).select(transfer).onConflictDoNothing({ target: ledgerTransfers.source }),
    auditIf(db, { ...entry, requestId, at: paidAt, detail }, ifChanged),
    ...recordRefundDue(db, payment),
  ];
  const { written } = await moveMoney(db, move, writes, []);
  return settlement(db, order.id, written[paid.length - 1]);
}

/** Adds a year to the plan and stores its key, unless the account has an active one, which lasts as long as the plan. */
export async function settlePlanPurchase(
  db: Database,
  payment: OrderPayment,
  { key, requestId }: { key: NewKey; requestId: string },
): Promise<Settlement> {
  const { order, paidAt } = payment;
  const created = { accountId: order.accountId, action: "key.created", subject: key.publicId } as const;
  const paid = markPaid(db, payment, "api_key");
  const results = await writeBatch(db, [
    ...paid,
    insertPlanKey(db, payment, key),
    auditIf(db, { ...created, requestId, at: paidAt, detail: { order: order.id } }, ifChanged),
    ...addYear(db, payment),
    ...recordRefundDue(db, payment),
  ]);
  return settlement(db, order.id, results[paid.length - 1]);
}

function addYear(db: Database, payment: OrderPayment) {
  const change = {
    accountId: payment.order.accountId,
    kind: "purchase",
    source: checkoutSource(payment.sessionId),
  } as const;
  return changePlan(
    db,
    change,
    sql`SELECT account_id, id, ${change.kind}, ${change.source}, paid_at, NULL
      FROM ${checkoutOrders} WHERE ${markedPaid(payment, "api_key")}`,
  );
}

/** Before `addYear`, which sets when it expires: a repeated payment restores no key that its owner revoked. */
const insertPlanKey = (db: Database, payment: OrderPayment, key: NewKey) =>
  insertKeyFrom(db, key, {
    accountId: payment.order.accountId,
    createdAt: payment.paidAt,
    planKey: true,
    from: sql`FROM ${checkoutOrders} WHERE ${markedPaid(payment, "api_key")} AND ${isOpen(payment.order.accountId)}
      AND NOT EXISTS (SELECT 1 FROM plan_changes WHERE source = ${checkoutSource(payment.sessionId)})
      AND NOT EXISTS (
        SELECT 1 FROM api_keys WHERE account_id = ${payment.order.accountId} AND plan_key = 1 AND status = 'active')`,
  });

async function settlement(db: Database, orderId: string, marked: ResultSet | undefined): Promise<Settlement> {
  if (hasChanged(marked)) return "paid";
  return (await findReturned(db, orderId)) === null ? null : "returned";
}
