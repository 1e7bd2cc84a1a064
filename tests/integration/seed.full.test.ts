import { afterAll, beforeAll, expect, it } from "vitest";
import { accountName } from "#core/domain/ledger.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Account } from "#core/services/context.ts";
import { listLedger } from "#core/services/ledger/statement.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { listReceipts } from "#core/services/receipts/receipts.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { ensurePrices } from "#scripts/local/example-prices.ts";
import { demoOpenedAt, seedDemo } from "#scripts/seed/seed-demo.ts";
import { BEFORE_SHARE } from "#scripts/seed/traffic.ts";
import { subscriptionNow } from "#tests/support/account.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { analyticsAt } from "./rollup/usage-account.ts";

const NOW = Date.parse("2026-05-28T18:37:12.345Z");
const ROWS = 6000;

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
  await ensurePrices(server.db, demoOpenedAt(NOW));
});
afterAll(() => server.stop());

async function createKey(account: Account, name: string) {
  expect(await readBalanceMicros(server.db, account.id)).toBeGreaterThan(0);
  const id = crypto.randomUUID();
  await server.db.$client.execute({
    sql: `INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at)
      VALUES (?1, ?2, ?3, ?1, 'x', 'x', 'active', 0)`,
    args: [id, account.id, name],
  });
  return { id };
}

const seed = (userId: string, now = NOW) =>
  seedDemo(server.db, { userId, email: `${userId}@example.com`, rows: ROWS, now, createKey });

const dump = async (account: number) =>
  JSON.stringify(
    await server.db.$client.batch(
      [
        { sql: "SELECT * FROM api_usage WHERE account_id = ? ORDER BY id", args: [account] },
        { sql: "SELECT * FROM api_keys WHERE account_id = ? ORDER BY id", args: [account] },
        "SELECT * FROM ledger_transfers ORDER BY id",
        "SELECT * FROM usage_days ORDER BY account_id, day",
        "SELECT * FROM checkout_orders ORDER BY id",
        "SELECT * FROM accounts ORDER BY id",
      ],
      "read",
    ),
  );

it("changes nothing when it is repeated, even a day later", async () => {
  const account = await seed("repeated");
  const before = await dump(account.id);
  await seed("repeated");
  await seed("repeated", NOW + DAY_MS);
  expect(await dump(account.id)).toBe(before);
});

it.each([
  ["its usage has been deleted with age", "DELETE FROM api_usage WHERE account_id = ?1"],
  [
    "part of its usage has been deleted",
    `DELETE FROM api_usage WHERE account_id = ?1 AND timestamp < ${NOW - 9 * DAY_MS}`,
  ],
  ["its keys have been renamed", "UPDATE api_keys SET name = name || ' 2' WHERE account_id = ?1"],
  [
    "a newer version would seed more",
    "UPDATE api_usage SET cost_micros = cost_micros * 9 WHERE account_id = ?1",
  ],
])("changes nothing when it is repeated after %s", async (change, sql) => {
  const account = await seed(change);
  await server.db.$client.execute({ sql, args: [account.id] });
  const before = await dump(account.id);
  await seed(change, NOW + 70 * DAY_MS);
  expect(await dump(account.id)).toBe(before);
});

it("ends with a balance between 20 and 60 dollars that never fell to nothing along the way", async () => {
  const { id } = await seed("balance");
  const balance = await readBalanceMicros(server.db, id);
  expect(balance).toBeGreaterThanOrEqual(20_000_000);
  expect(balance).toBeLessThanOrEqual(60_000_000);
  const { rows } = await server.db.$client.execute({
    sql: `SELECT min(balance) AS lowest, count(*) AS transfers,
        (SELECT sum(micros) FROM usage_days WHERE account_id = ?2) AS spent,
        (SELECT sum(cost_micros) FROM api_usage WHERE account_id = ?2) AS cost
      FROM (SELECT sum(iif(credit = ?1, micros, -micros)) OVER (ORDER BY created_at, id) AS balance
        FROM ledger_transfers WHERE ?1 IN (debit, credit))`,
    args: [`account:${id}`, id],
  });
  expect(Number(rows[0]?.lowest)).toBeGreaterThan(0);
  expect(Number(rows[0]?.spent)).toBe(Number(rows[0]?.cost));
  expect(Number(rows[0]?.transfers)).toBeGreaterThan(30);
});

it("has a receipt for each top-up, which the statement names, and a ledger without a fault", async () => {
  const account = await seed("receipts");
  const ctx = { db: server.db, account, clock: { now: () => NOW }, requestId: "test" };
  const { items: receipts } = await listReceipts(ctx, { limit: 100 });
  const { items: transfers } = await listLedger(ctx, { limit: 100 });
  const paid = transfers.filter(({ kind }) => kind === "top_up");
  expect(paid.length).toBeGreaterThan(1);
  expect(new Set(paid.map(({ receipt_id }) => receipt_id))).toEqual(new Set(receipts.map(({ id }) => id)));
  expect(new Set(paid.map(({ reference }) => reference))).toEqual(
    new Set(receipts.map(({ payment_reference }) => payment_reference)),
  );
  expect(receipts.every(({ amount, status }) => amount === 25 && status === "paid")).toBe(true);
  expect(await subscriptionNow(ctx)).toMatchObject({
    subscription_type: "Free",
    last_payment: 25,
    last_payment_currency: "USD",
    last_payment_at: receipts[0]?.paid_at,
  });
  const { problems } = await verifyLedger(server.db);
  // Another test has deleted an account's usage.
  const isElsewhere = (subject: string) =>
    / on \d/.test(subject) && !subject.startsWith(`${accountName(account.id)} `);
  expect(problems.filter(({ subject }) => !isElsewhere(subject))).toEqual([]);
});

it("reaches up to now, with a busy previous window, a dozen endpoints and a visible incident", async () => {
  const { id } = await seed("shape");
  const ctx = { db: server.db, clock: { now: () => NOW }, requestId: "test" };
  await rollUpUsage(ctx);
  const response = await analyticsAt(server.db, id, NOW, { range: "30d", tz: "UTC" });
  expect(response.total_requests).toBe(ROWS);
  expect(response.previous.total_requests).toBe(ROWS * BEFORE_SHARE);
  expect(response.top_endpoints?.[0]?.endpoint).toBe("/v1/chat/completions");
  expect(response.error_types).toHaveLength(5);
  const rates = response.series.map(({ requests, errors }) => errors / Math.max(1, requests));
  const median = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
  expect(median).toBeLessThan(0.03);
  expect(Math.max(...rates)).toBeGreaterThan(0.08);
  const day = await analyticsAt(server.db, id, NOW, { range: "24h", tz: "UTC" });
  expect(day.series.at(-1)?.requests).toBeGreaterThan(0);
});
