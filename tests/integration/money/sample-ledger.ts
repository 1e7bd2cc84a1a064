import { sql } from "drizzle-orm";
import { PLAN_CHANGE_KINDS, type PlanChangeKind } from "#core/domain/plans.ts";
import type { Database } from "#core/storage/database.ts";
import { changePlan } from "#core/storage/plan-changes.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

const [PURCHASE, REFUND, , RESTORED] = PLAN_CHANGE_KINDS;
/** 29 February: the following year has none. */
const BOUGHT_AT = Date.UTC(2028, 1, 29, 12);

const accounts = ["ada", "ben"].map(
  (name, index) =>
    `INSERT INTO accounts (id, user_id, email, created_at) VALUES (${index + 1}, '${name}', '${name}', 0)`,
);
const orders = [
  ["topped", 1, "balance", "usd", 2500, "paid", 10],
  ["other", 2, "balance", "usd", 5000, "paid", 11],
  ["plan", 1, "api_key", "inr", 10_000, "paid", 12],
  ["returned", 2, "api_key", "inr", 10_000, "paid", 13],
  ["open", 1, "balance", "usd", 19_900, "open", null],
].map(
  ([id, account, product, currency, amount, status, paidAt]) =>
    `INSERT INTO checkout_orders (id, session_id, account_id, product, currency, amount_minor, status, created_at, paid_at)
     VALUES ('${id}', 'cs_${id}', ${account}, '${product}', '${currency}', ${amount}, '${status}', 0, ${paidAt})`,
);

/** An insert of a transfer, including ones that no product code would make. */
export const transferSql = (
  [kind, debit, credit, dollars, orderId]: readonly [string, string, string, number, (string | null)?],
  source = `${kind}:${orderId ?? crypto.randomUUID()}`,
) => `INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, order_id)
  VALUES ('${debit}', '${credit}', ${dollars * 1_000_000}, '${kind}', '${source}', 20, ${orderId ? `'${orderId}'` : null})`;

const transfers = (
  [
    ["top_up", "stripe:usd", "account:1", 25, "topped"],
    ["top_up", "stripe:usd", "account:2", 50, "other"],
    ["refund", "account:1", "stripe:usd", 20, "topped"],
    ["refund_failed", "stripe:usd", "account:1", 20, "topped"],
    ["dispute", "account:2", "stripe:usd", 50, "other"],
    ["dispute_won", "stripe:usd", "account:2", 50, "other"],
    ["usage", "account:1", "revenue:usage", 30],
    ["grant", "operator:credit", "account:1", 7],
    ["take_back", "account:1", "operator:credit", 1],
  ] as const
).map((transfer) => transferSql(transfer));

/** A plan change at `at` (epoch ms), with what it moves. */
export const planChange =
  (accountId: number, order: string, kind: PlanChangeKind, at = BOUGHT_AT) =>
  (db: Database) => {
    const source = crypto.randomUUID();
    const row = sql`SELECT ${accountId}, ${order}, ${kind}, ${source}, ${at}, NULL WHERE true`;
    return changePlan(db, { accountId, kind, source }, row);
  };

const plans = [
  planChange(1, "plan", PURCHASE),
  planChange(2, "returned", PURCHASE),
  planChange(2, "returned", REFUND),
  planChange(2, "returned", RESTORED),
  planChange(2, "returned", REFUND),
];
const planKeys = [
  `INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at, expires_at, plan_key)
   SELECT 'key_1', 1, 'Premium key', 'l', 's', 'm', 'active', 0, valid_until, 1 FROM subscriptions WHERE account_id = 1`,
];

/** As each of the product's transactions ends. */
export const NOTE_BALANCES = "UPDATE ledger_balances SET noted_micros = micros - open_micros";

/** Two accounts with a few of every kind of transfer and plan change, all of it correct. */
export async function sampleLedger(db: Database): Promise<void> {
  const changes = plans.flatMap((change) => change(db));
  await writeBatch(db, [...accounts, ...orders, ...transfers, ...changes, ...planKeys, NOTE_BALANCES]);
}
