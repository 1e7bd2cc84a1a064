import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { NOTE_BALANCES, planChange, sampleLedger, transferSql } from "./money/sample-ledger.ts";

const UNGUARDED = [
  ...["ledger_transfers", "ledger_entries", "plan_changes"].flatMap((table) => [
    `DROP TRIGGER ${table}_no_update`,
    `DROP TRIGGER ${table}_no_delete`,
  ]),
  ...["ledger_transfers_balance", "usage_days_only_grow", "usage_days_no_delete", "usage_days_changed"].map(
    (trigger) => `DROP TRIGGER ${trigger}`,
  ),
];

async function sample(): Promise<Database> {
  const db = await openInProcessDatabase();
  await sampleLedger(db);
  return db;
}

const rulesBroken = async (db: Database) =>
  [...new Set((await verifyLedger(db)).problems.map(({ rule, subject }) => `${rule} ${subject}`))].sort();

test("reports a correct ledger as correct, with how much of it was read", async () => {
  expect(await verifyLedger(await sample())).toEqual({
    ok: true,
    checked: { transfers: 9, accounts: 5, orders: 4 },
    problems: [],
  });
});

test("an empty ledger is correct", async () => {
  const { ok, checked } = await verifyLedger(await openInProcessDatabase());
  expect({ ok, checked }).toEqual({ ok: true, checked: { transfers: 0, accounts: 0, orders: 0 } });
});

/** Manual changes to the database, with the triggers disabled, and the problem each one causes. */
const tampered: [string, string[]][] = [
  [
    "UPDATE ledger_balances SET micros = micros + 1 WHERE account = 'account:1'",
    ["balance account:1", "noted account:1", "zero_sum ledger_balances"],
  ],
  [
    "DELETE FROM ledger_balances WHERE account = 'account:2'",
    ["balance account:2", "zero_sum ledger_balances"],
  ],
  [
    "INSERT INTO ledger_balances (account, micros) VALUES ('account:77', 5)",
    ["balance account:77", "noted account:77", "owner account:77", "zero_sum ledger_balances"],
  ],
  [
    "UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'account:1' AND transfer_id = 9",
    ["entry account:1", "running_balance account:1", "zero_sum ledger_entries"],
  ],
  [
    "UPDATE ledger_entries SET balance_after = 0 WHERE account = 'account:1' AND transfer_id = 1",
    ["running_balance account:1"],
  ],
  [
    "DELETE FROM ledger_entries WHERE account = 'stripe:usd' AND transfer_id = 1",
    ["entry_missing stripe:usd", "running_balance stripe:usd", "zero_sum ledger_entries"],
  ],
  [
    "UPDATE ledger_transfers SET micros = 26000000 WHERE source = 'top_up:topped'",
    ["balance account:1", "balance stripe:usd", "entry account:1", "entry stripe:usd", "order_credit topped"],
  ],
  [
    "DELETE FROM ledger_transfers WHERE source = 'top_up:topped'",
    ["balance account:1", "balance stripe:usd", "entry account:1", "entry stripe:usd", "order_credit topped"],
  ],
  [
    "DELETE FROM checkout_orders WHERE id = 'topped'",
    ["credit_order top_up:topped", "reversal_order refund:topped", "reversal_order refund_failed:topped"],
  ],
  ["UPDATE checkout_orders SET paid_at = NULL WHERE id = 'plan'", ["order_paid plan"]],
  ["UPDATE checkout_orders SET paid_at = 5 WHERE id = 'open'", ["order_paid open"]],
  ["UPDATE checkout_orders SET status = 'paid', paid_at = 5 WHERE id = 'open'", ["order_credit open"]],
  ["UPDATE checkout_orders SET amount_minor = 2501 WHERE id = 'topped'", ["order_credit topped"]],
  ["UPDATE checkout_orders SET currency = 'inr' WHERE id = 'topped'", ["order_credit topped"]],
  [
    "UPDATE checkout_orders SET account_id = 2 WHERE id = 'topped'",
    ["order_credit topped", "reversal_order refund:topped", "reversal_order refund_failed:topped"],
  ],
  ["DELETE FROM plan_changes WHERE order_id = 'plan'", ["order_plan plan", "plan_end account:1"]],
  [
    "UPDATE plan_changes SET account_id = 2 WHERE order_id = 'plan'",
    ["order_plan plan", "plan_end account:1", "plan_end account:2", "plan_order"],
  ],
  ["UPDATE checkout_orders SET status = 'open', paid_at = NULL WHERE id = 'plan'", ["plan_order"]],
  [
    "UPDATE subscriptions SET valid_until = valid_until + 1 WHERE account_id = 1",
    ["plan_end account:1", "plan_key key_1"],
  ],
  ["DELETE FROM subscriptions WHERE account_id = 1", ["plan_end account:1", "plan_key key_1"]],
  ["UPDATE api_keys SET expires_at = NULL", ["plan_key key_1"]],
];

test.each(tampered)("names the problem after: %s", async (statement, broken) => {
  const db = await sample();
  await db.$client.batch([...UNGUARDED, statement], "write");
  const found = await rulesBroken(db);
  expect(found.map((name) => (name.startsWith("plan_order ") ? "plan_order" : name))).toEqual(broken);
});

const NOV_18 = Date.UTC(2026, 10, 18);
const OWN_18 = "account_id = 1 AND day = 20775";
const OWN_19 = "account_id = 1 AND day = 20776";

/** With usage of account 1 on November 18, which is booked, and on November 19, which is open; both are rolled up. */
async function sampleBooks(): Promise<Database> {
  const db = await sample();
  const at = NOV_18 + DAY_MS + 11 * HOUR_MS;
  const ctx = { db, clock: { now: () => at }, requestId: "test" };
  await spend(db, 1, 700, { requestId: "old", at: NOV_18 });
  await spend(db, 1, 40, { requestId: "new", at });
  await bookDays(ctx);
  await rollUpUsage(ctx);
  await buildDays(ctx);
  return db;
}

test("usage that is booked, open and rolled up is correct", async () => {
  const db = await sampleBooks();
  const { rows } = await db.$client.execute("SELECT day, micros, booked_micros AS booked FROM usage_days");
  expect(rows.map(({ day, micros, booked }) => [day, micros, booked])).toEqual([
    [20775, 700, 700],
    [20776, 40, 0],
  ]);
  expect((await verifyLedger(db)).problems).toEqual([]);
});

test("a transfer books the open usage before it, and a repetition books nothing", async () => {
  const db = await sampleBooks();
  const at = NOV_18 + DAY_MS + 12 * HOUR_MS;
  const sides = { debit: "operator:credit", credit: "account:1", kind: "grant" } as const;
  const give = () => transferMoney(db, { ...sides, micros: 5, source: "given", at });
  await give();
  await spend(db, 1, 9, { requestId: "later", at });
  await give();
  const { rows } = await db.$client.execute("SELECT kind, micros FROM ledger_transfers WHERE id > 10");
  expect(rows.map(({ kind, micros }) => [kind, micros])).toEqual([
    ["usage", 40],
    ["grant", 5],
  ]);
});

/** Differences between what was counted and what is in the books, each with the account and the day that it is named by. */
const planted: [string, string, string[]][] = [
  [
    "a row is missing",
    "DELETE FROM api_usage WHERE request_id = 'old'",
    ["usage_rows account:1 on 2026-11-18"],
  ],
  [
    "a row was billed more",
    "UPDATE api_usage SET billed_micros = 41 WHERE request_id = 'new'",
    ["usage_rows account:1 on 2026-11-19"],
  ],
  [
    "a row moved to another day",
    `UPDATE api_usage SET timestamp = timestamp + ${DAY_MS} WHERE request_id = 'old'`,
    ["usage_rows account:1 on 2026-11-18", "usage_rows account:1 on 2026-11-19"],
  ],
  [
    "a row that isn’t rolled up has no day",
    `INSERT INTO api_usage (request_id, account_id, key_id, timestamp, endpoint_id, status_code, response_time,
      cost_micros, tokens_in, tokens_out, billed_micros) VALUES ('x', 2, 1, ${NOV_18}, 1, 200, 1, 5, 0, 0, 5)`,
    ["usage_rollup account:2 on 2026-11-18", "usage_rows account:2 on 2026-11-18"],
  ],
  [
    "the roll-up has more",
    `UPDATE daily_series SET billed_micros = billed_micros + 1 WHERE ${OWN_18} AND key_id = 0`,
    ["usage_rollup account:1 on 2026-11-18"],
  ],
  [
    "an open day has more",
    `UPDATE usage_days SET micros = micros + 1 WHERE ${OWN_19}`,
    [
      "usage_open account:1",
      "usage_open revenue:usage",
      "usage_rollup account:1 on 2026-11-19",
      "usage_rows account:1 on 2026-11-19",
    ],
  ],
  [
    "a day has less booked",
    `UPDATE usage_days SET booked_micros = booked_micros - 1 WHERE ${OWN_18}`,
    ["usage_booked account:1 on 2026-11-18", "usage_open account:1", "usage_open revenue:usage"],
  ],
  [
    "a day is missing",
    `DELETE FROM usage_days WHERE ${OWN_18}`,
    [
      "usage_booked account:1 on 2026-11-18",
      "usage_rollup account:1 on 2026-11-18",
      "usage_rows account:1 on 2026-11-18",
    ],
  ],
  [
    "a booking is of another day",
    "UPDATE ledger_transfers SET usage_day = usage_day + 1 WHERE usage_day IS NOT NULL",
    [
      "usage_booked account:1 on 2026-11-18",
      "usage_booked account:1 on 2026-11-19",
      "usage_transfer usage:1:20775:0",
    ],
  ],
  [
    "a booking is in another day’s statement",
    "UPDATE ledger_entries SET day = day - 1 WHERE account = 'account:1' AND day = 20775",
    ["statement_day account:1"],
  ],
  [
    "open usage is taken twice",
    "UPDATE ledger_balances SET open_micros = open_micros + 40 WHERE account = 'account:1'",
    ["noted account:1", "usage_open account:1"],
  ],
];

test.each(planted)("names account and day when %s", async (_name, statement, broken) => {
  const db = await sampleBooks();
  await db.$client.batch([...UNGUARDED, statement], "write");
  expect(await rulesBroken(db)).toEqual(broken);
});

/** Data that faulty product code might store, with every trigger in place. */
const stored: [string, string | ReturnType<typeof planChange>, string[]][] = [
  [
    "an order credited twice",
    transferSql(["top_up", "stripe:usd", "account:1", 25, "topped"], "x"),
    ["order_credit topped"],
  ],
  [
    "a credit without an order",
    transferSql(["top_up", "stripe:usd", "account:1", 25], "x"),
    ["credit_order x"],
  ],
  [
    "a credit for an unpaid order",
    transferSql(["top_up", "stripe:usd", "account:1", 199, "open"], "x"),
    ["credit_order x"],
  ],
  [
    "rupees credited as dollars",
    transferSql(["top_up", "stripe:usd", "account:1", 100, "plan"], "x"),
    ["credit_order x"],
  ],
  [
    "money out of nowhere",
    transferSql(["top_up", "operator:credit", "account:1", 5], "seed:x"),
    ["way seed:x"],
  ],
  ["a transfer between customers", transferSql(["grant", "account:1", "account:2", 5], "x"), ["way x"]],
  ["money for nobody", transferSql(["grant", "operator:credit", "account:9", 5], "x"), ["owner account:9"]],
  [
    "a refund without an order",
    transferSql(["refund", "account:1", "stripe:usd", 5], "x"),
    ["reversal_order x"],
  ],
  [
    "a refund of another account's order",
    transferSql(["refund", "account:1", "stripe:usd", 5, "other"], "x"),
    ["reversal_order x"],
  ],
  [
    "a refund of rupees in dollars",
    transferSql(["refund", "account:1", "stripe:usd", 5, "plan"], "x"),
    ["reversal_order x"],
  ],
  [
    "more refunded than paid",
    transferSql(["refund", "account:1", "stripe:usd", 26, "topped"], "x"),
    ["reversal_amount topped"],
  ],
  [
    "a refund that was returned twice",
    transferSql(["refund_failed", "stripe:usd", "account:1", 20, "topped"], "x"),
    ["reversal_amount topped"],
  ],
  [
    "a dispute won twice",
    transferSql(["dispute_won", "stripe:usd", "account:2", 50, "other"], "x"),
    ["reversal_amount other"],
  ],
  [
    "a year bought twice with one order",
    planChange(1, "plan", "purchase"),
    ["order_plan plan", "plan_years plan"],
  ],
  ["a year reversed twice", planChange(2, "returned", "dispute"), ["plan_years returned"]],
];

test.each(stored)("finds %s", async (_name, statement, broken) => {
  const db = await sample();
  const statements = typeof statement === "string" ? [statement] : statement(db);
  await writeBatch(db, [...statements, NOTE_BALANCES]);
  expect(await rulesBroken(db)).toEqual(broken);
});

test("a payment of the demo data needs no order", async () => {
  const db = await sample();
  const topUp = transferSql(["top_up", "stripe:usd", "account:1", 5], "seed:top-up:1:1");
  await db.$client.batch([topUp, NOTE_BALANCES], "write");
  expect((await verifyLedger(db)).ok).toBe(true);
});

test("a year bought after a lapse starts then, and the verification agrees", async () => {
  const db = await sample();
  const again = `INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at, paid_at)
    VALUES ('again', 1, 'api_key', 'inr', 10000, 'paid', 0, 14)`;
  await writeBatch(db, [again, ...planChange(1, "again", "purchase", Date.UTC(2031, 0, 1))(db)]);
  const { rows } = await db.$client.execute("SELECT valid_until FROM subscriptions WHERE account_id = 1");
  expect(rows[0]?.valid_until).toBe(Date.UTC(2032, 0, 1));
  expect((await verifyLedger(db)).problems).toEqual([]);
});

test("an expiry date that the operator set is left to the operator", async () => {
  const db = await sample();
  await db.$client.batch(
    [
      "UPDATE subscriptions SET valid_until = 5 WHERE account_id = 1",
      "UPDATE api_keys SET expires_at = 5 WHERE account_id = 1 AND plan_key = 1",
      `INSERT INTO audit_log (account_id, action, subject, request_id, created_at)
       VALUES (1, 'plan.set', 'Premium', 'r', 1)`,
    ],
    "write",
  );
  expect((await verifyLedger(db)).problems).toEqual([]);
});

test("a ledger that is wrong everywhere gets a report of limited length", async () => {
  const db = await sample();
  await db.$client.execute(`INSERT INTO ledger_balances (account, micros)
    SELECT 'account:' || value, 1 FROM generate_series(100, 9999)`);
  const { ok, problems } = await verifyLedger(db);
  expect(ok).toBe(false);
  expect(problems).toHaveLength(61);
});

test("the production server reports the same, for a correct and for a broken ledger", async () => {
  const server = await startPatientDatabase();
  try {
    await sampleLedger(server.db);
    expect((await verifyLedger(server.db)).ok).toBe(true);
    await server.db.$client.execute("UPDATE ledger_balances SET micros = 0 WHERE account = 'account:1'");
    expect(await rulesBroken(server.db)).toEqual([
      "balance account:1",
      "noted account:1",
      "zero_sum ledger_balances",
    ]);
  } finally {
    await server.stop();
  }
});
