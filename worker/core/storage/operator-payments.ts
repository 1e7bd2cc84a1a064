import { z } from "zod";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import type { Database } from "./database.ts";
import { FAILING_EVENTS } from "./payment-events.ts";
import { type Read, together } from "./read.ts";
import { statement } from "./statement.ts";

export interface PaymentFilter {
  search?: string | undefined;
  product?: "balance" | "api_key" | undefined;
}
export interface PaymentOrder {
  sort: "paid" | "amount";
  direction: "asc" | "desc";
}

const flag = z.int().transform((value) => value === 1);
const paymentRow = z.object({
  id: z.string(),
  payment: z.string().nullable(),
  accountId: z.int(),
  email: z.string(),
  product: z.enum(["balance", "api_key"]),
  automatic: flag,
  amountMinor: z.int(),
  currency: z.enum(["usd", "inr"]),
  paidAt: z.int(),
  refundedMinor: z.int(),
  disputedMinor: z.int(),
  lastChange: z.enum(["purchase", "refund", "dispute", "restored"]).nullable(),
});
/** `refundedMinor` and `disputedMinor` are the ledger's, `lastChange` is that of a plan's year. */
export type PaymentRow = z.infer<typeof paymentRow>;

const takenBy = (
  kind: string,
  back: string,
) => `coalesce((SELECT sum(iif(t.kind = '${kind}', t.micros, -t.micros))
  FROM ledger_transfers AS t WHERE t.order_id = o.id AND t.kind IN ('${kind}', '${back}')), 0) / ${MICROS_PER_CENT}`;
const PAYMENTS = `SELECT o.id, o.payment_intent AS payment, o.account_id AS accountId, a.email, o.product,
    o.origin = 'auto_top_up' AS automatic, o.amount_minor AS amountMinor, o.currency, o.paid_at AS paidAt,
    ${takenBy("refund", "refund_failed")} AS refundedMinor, ${takenBy("dispute", "dispute_won")} AS disputedMinor,
    (SELECT kind FROM plan_changes AS p WHERE p.order_id = o.id ORDER BY p.id DESC LIMIT 1) AS lastChange
  FROM checkout_orders AS o JOIN accounts AS a ON a.id = o.account_id`;
const PAID = "o.paid_at IS NOT NULL AND o.status = 'paid'";
const SORT_BY = { paid: "o.paid_at", amount: "o.amount_minor" } as const;

/** `instr` knows no wildcards, so that nothing has to be escaped. Ids are matched whole. */
const FOUND = `(instr(lower(a.email), lower(:search)) > 0 OR a.id = :number OR o.id = :search OR o.session_id = :search
  OR o.payment_intent = :search OR o.id IN (SELECT order_id FROM ledger_transfers
    WHERE source IN ('stripe:refund:' || :search || ':made', 'stripe:dispute:' || :search || ':withdrawn')))`;

function conditionOf({ search = "", product }: PaymentFilter) {
  const number = /^[1-9]\d{0,14}$/.test(search) ? Number(search) : 0;
  return {
    sql: [PAID, ...(search === "" ? [] : [FOUND]), ...(product ? ["o.product = :product"] : [])].join(
      " AND ",
    ),
    args: { ...(search !== "" && { search, number }), ...(product && { product }) },
  };
}

/** A page of all accounts' payments, and how many match. Equal amounts are ordered by time. */
export function readPayments(
  db: Database,
  filter: PaymentFilter,
  { order, limit, offset }: { order: PaymentOrder; limit: number; offset: number },
): Read<{ rows: PaymentRow[]; total: number }> {
  const { sql, args } = conditionOf(filter);
  const { sort, direction } = order;
  const page = `${PAYMENTS} WHERE ${sql} ORDER BY ${SORT_BY[sort]} ${direction}, o.paid_at ${direction}, o.id ${direction}
    LIMIT :limit OFFSET :offset`;
  const count = `SELECT count(*) AS total FROM checkout_orders AS o JOIN accounts AS a ON a.id = o.account_id WHERE ${sql}`;
  return together(db, [
    statement(page, { ...args, limit, offset }, paymentRow).all(db),
    statement(count, args, z.object({ total: z.int() })).only(db),
  ]).map(([rows, { total }]) => ({ rows, total }));
}

/** One paid order, by its id or its payment's. */
export const readPayment = (db: Database, name: string): Read<PaymentRow | null> =>
  statement(`${PAYMENTS} WHERE ${PAID} AND (o.id = ?1 OR o.payment_intent = ?1)`, [name], paymentRow).first(
    db,
  );

const sums = z.object({
  topUps: z.int(),
  topUpMinor: z.int(),
  plans: z.int(),
  planMinor: z.int(),
  refunds: z.int(),
  refundMicros: z.int(),
  events: z.int(),
  failingEvents: z.int(),
  closedEvents: z.int(),
  notices: z.int(),
  failingNotices: z.int(),
});
export type PaymentSums = z.infer<typeof sums>;

const paidSince = (product: string) =>
  `FROM checkout_orders WHERE paid_at IS NOT NULL AND paid_at >= :from AND paid_at < :until AND status = 'paid' AND product = '${product}'`;
/** A customer's transfer to the provider is a refund, one back a refund that failed. Both are few. */
const refundsSince = (
  measure: string,
  failed: string,
) => `(SELECT coalesce(sum(${measure}), 0) FROM ledger_transfers
    WHERE credit = 'stripe:usd' AND kind = 'refund' AND created_at >= :from AND created_at < :until)
  - (SELECT coalesce(sum(${failed}), 0) FROM ledger_transfers
    WHERE debit = 'stripe:usd' AND kind = 'refund_failed' AND created_at >= :from AND created_at < :until)`;
const SUMS = `SELECT (SELECT count(*) ${paidSince("balance")}) AS topUps,
  (SELECT coalesce(sum(amount_minor), 0) ${paidSince("balance")}) AS topUpMinor,
  (SELECT count(*) ${paidSince("api_key")}) AS plans,
  (SELECT coalesce(sum(amount_minor), 0) ${paidSince("api_key")}) AS planMinor,
  ${refundsSince("1", "1")} AS refunds, ${refundsSince("micros", "micros")} AS refundMicros,
  (SELECT count(*) FROM payment_events WHERE received_at >= :from) AS events,
  (SELECT count(*) FROM ${FAILING_EVENTS} AND received_at >= :from) AS failingEvents,
  (SELECT count(*) FROM payment_events WHERE received_at >= :from AND closed_at IS NOT NULL) AS closedEvents,
  (SELECT count(*) FROM alert_notices WHERE created_at >= :from) AS notices,
  (SELECT count(*) FROM alert_notices WHERE created_at >= :from AND sent_at IS NULL AND error IS NOT NULL) AS failingNotices`;

/** What came and went from `from` on and before `until` (epoch ms), of all accounts; events and notices since `from`. */
export const readPaymentSums = (db: Database, period: { from: number; until: number }): Read<PaymentSums> =>
  statement(SUMS, period, sums).only(db);

const ownerRow = z.object({ name: z.string(), id: z.int(), email: z.string(), userId: z.string() });
/** Those of the last comparison, each named by its order or the provider's payment. */
const OWNERS = `SELECT n.value ->> 'subject' AS name, a.id, a.email, a.user_id AS userId
  FROM reconciliation AS r, json_each(r.last, '$.problems') AS n
  JOIN checkout_orders AS o ON o.id = n.value ->> 'subject' OR o.payment_intent = n.value ->> 'subject'
  JOIN accounts AS a ON a.id = o.account_id`;

export type PaymentOwner = Omit<z.infer<typeof ownerRow>, "name">;

/** Owners of the payments that the last comparison found different, by the names it has for them; unknown ones are left out. */
export const readOwnersOfDifferences = (db: Database): Read<Map<string, PaymentOwner>> =>
  statement(OWNERS, [], ownerRow)
    .all(db)
    .map((rows) => new Map(rows.map(({ name, ...owner }) => [name, owner])));
