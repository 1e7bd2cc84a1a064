import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { settleTopUp } from "#core/storage/order-settlement.ts";
import { bindSession, findOrderBySession, findOwnOrder, insertOrder } from "#core/storage/orders.ts";
import { accounts } from "#core/storage/schema/accounts.ts";
import { balances, ledgerTransfers } from "#core/storage/schema/ledger.ts";
import { spend } from "#tests/support/money.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startPatientDatabase();
});
afterAll(() => database.stop());

async function newAccount(): Promise<number> {
  const userId = crypto.randomUUID();
  const row = { userId, email: `${userId}@example.com`, createdAt: 0 };
  const [account] = await database.db.insert(accounts).values(row).returning({ id: accounts.id });
  return account?.id ?? 0;
}

const NO_LIMIT = { max: 1, since: 0 };

async function newTopUp(amountMinor = 2500) {
  const order = { id: crypto.randomUUID(), accountId: await newAccount(), amountMinor };
  await insertOrder(database.db, { ...order, product: "balance", currency: "usd", createdAt: 0 }, NO_LIMIT);
  return { order, sessionId: `cs_test_${crypto.randomUUID()}`, paymentIntentId: null, paidAt: 1_000 };
}

const balanceOf = (accountId: number) => readBalanceMicros(database.db, accountId);

test("an account without transfers has a balance of 0", async () => {
  expect(await balanceOf(await newAccount())).toBe(0);
});

test("cents become micro-dollars exactly, in one transfer from Stripe to the account", async () => {
  const payment = await newTopUp(19_900);
  await settleTopUp(database.db, payment, "test");
  const transfers = await database.db
    .select()
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.source, `stripe:cs:${payment.sessionId}`));
  const credit = accountName(payment.order.accountId);
  expect(transfers).toMatchObject([
    { debit: STRIPE_USD, credit, micros: 199_000_000, kind: "top_up", createdAt: 1_000 },
  ]);
  expect(await balanceOf(payment.order.accountId)).toBe(199_000_000);
});

test("settling again credits nothing and keeps the first time of payment", async () => {
  const payment = await newTopUp();
  const again = { ...payment, paidAt: 2_000 };
  expect([
    await settleTopUp(database.db, payment, "test"),
    await settleTopUp(database.db, again, "test"),
  ]).toEqual(["paid", "paid"]);
  expect((await findOrderBySession(database.db, payment.sessionId))?.paidAt).toBe(1_000);
  expect(await balanceOf(payment.order.accountId)).toBe(25_000_000);
});

test("of two sessions for one order, settled at once, only one credits", async () => {
  const payment = await newTopUp();
  const other = { ...payment, sessionId: `cs_test_${crypto.randomUUID()}` };
  const settled = await Promise.all([
    settleTopUp(database.db, payment, "test"),
    settleTopUp(database.db, other, "test"),
  ]);
  expect(settled.sort()).toEqual([null, "paid"]);
  expect(await balanceOf(payment.order.accountId)).toBe(25_000_000);
});

test("rupees never become dollars: an order for a key in INR is not settled as a top-up", async () => {
  const order = { id: crypto.randomUUID(), accountId: await newAccount(), amountMinor: 10_000 };
  await insertOrder(database.db, { ...order, product: "api_key", currency: "inr", createdAt: 0 }, NO_LIMIT);
  const sessionId = "cs_test_rupees";
  await bindSession(database.db, order, sessionId);
  const payment = { order, sessionId, paymentIntentId: null, paidAt: 1 };
  expect(await settleTopUp(database.db, payment, "test")).toBeNull();
  expect((await findOrderBySession(database.db, sessionId))?.status).toBe("open");
  expect(await balanceOf(order.accountId)).toBe(0);
});

test("a writer that finds the database locked waits instead of failing", async () => {
  const payment = await newTopUp();
  const db = openDatabase({ url: database.url });
  const { batch } = db.$client;
  let refusals = 3;
  const locked: typeof batch = (statements, mode) => {
    refusals -= 1;
    const busy = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    return refusals >= 0 ? Promise.reject(busy) : batch.call(db.$client, statements, mode);
  };
  Object.assign(db.$client, { batch: locked });
  expect(await settleTopUp(db, payment, "test")).toBe("paid");
  expect(refusals).toBeLessThan(0);
  expect(await balanceOf(payment.order.accountId)).toBe(25_000_000);
});

/**
 * The real database, whose first responses to a transaction are "locked", as a busy server's sometimes are.
 */
function lockedAtFirst(refusals: number): Database {
  let left = refusals;
  const batch: Database["$client"]["batch"] = async (statements, mode) => {
    left -= 1;
    if (left >= 0) throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    return database.db.$client.batch(statements, mode);
  };
  return Object.create(database.db, { $client: { value: { batch } } });
}

test("a credit survives a database that is briefly locked, and no credit is lost if it stays locked", async () => {
  const payment = await newTopUp();
  await expect(settleTopUp(lockedAtFirst(Infinity), payment, "test")).rejects.toMatchObject({
    code: "database_unavailable",
  });
  expect(await balanceOf(payment.order.accountId)).toBe(0);
  expect(await settleTopUp(lockedAtFirst(3), payment, "test")).toBe("paid");
  expect(await balanceOf(payment.order.accountId)).toBe(25_000_000);
});

test("an order stays with its first session", async () => {
  const { order, sessionId } = await newTopUp();
  await bindSession(database.db, order, sessionId);
  await bindSession(database.db, order, "cs_test_other");
  expect(await findOrderBySession(database.db, "cs_test_other")).toBeNull();
  expect((await findOrderBySession(database.db, sessionId))?.id).toBe(order.id);
});

test("only the account that placed an order finds it", async () => {
  const { order, sessionId } = await newTopUp();
  await bindSession(database.db, order, sessionId);
  expect((await findOwnOrder(database.db, order.accountId, sessionId))?.id).toBe(order.id);
  expect(await findOwnOrder(database.db, await newAccount(), sessionId)).toBeNull();
});

test.each([
  ["UPDATE ledger_transfers SET micros = 1", "ledger is append-only"],
  ["DELETE FROM ledger_transfers", "ledger is append-only"],
  ["UPDATE ledger_entries SET day = 1", "ledger is append-only"],
  ["DELETE FROM ledger_entries", "ledger is append-only"],
  ["UPDATE usage_days SET micros = micros - 1", "usage days only grow"],
  ["DELETE FROM usage_days", "usage days only grow"],
])("the ledger refuses: %s", async (statement, reason) => {
  const payment = await newTopUp();
  await settleTopUp(database.db, payment, "test");
  await spend(database.db, payment.order.accountId, 1);
  const refused = await database.db.run(sql.raw(statement)).catch((error: Error) => error);
  expect(refused).toMatchObject({ cause: { message: expect.stringContaining(reason) } });
});

test("refuses a transfer of zero, of a negative amount or to the same account", async () => {
  const transfer = { debit: "a", credit: "b", micros: 1, kind: "grant", source: "x", createdAt: 0 } as const;
  for (const wrong of [{ micros: 0 }, { micros: -1 }, { credit: "a" }]) {
    await expect(database.db.insert(ledgerTransfers).values({ ...transfer, ...wrong })).rejects.toThrow();
  }
});

test("a failing statement rolls back the whole settlement", async () => {
  const first = { ...(await newTopUp()), paymentIntentId: "pi_taken" };
  const second = { ...(await newTopUp()), paymentIntentId: "pi_taken" };
  await settleTopUp(database.db, first, "test");
  await expect(settleTopUp(database.db, second, "test")).rejects.toThrow();
  expect(await findOrderBySession(database.db, second.sessionId)).toBeNull();
  expect(await balanceOf(second.order.accountId)).toBe(0);
});

test("acknowledged credits are still there after the server was killed", async () => {
  const payments = [await newTopUp(), await newTopUp(), await newTopUp()];
  await Promise.all(payments.map((payment) => settleTopUp(database.db, payment, "test")));
  await database.crashAndRestart();
  for (const { order } of payments) expect(await balanceOf(order.accountId)).toBe(25_000_000);
});

test("all balances add up to 0, and each is the sum of its transfers", async () => {
  await settleTopUp(database.db, await newTopUp(5000), "test");
  const [total] = await database.db.select({ micros: sql<number>`sum(${balances.micros})` }).from(balances);
  const wrong = await database.db.all(sql`
    SELECT account FROM ledger_balances AS b WHERE micros <> (
      SELECT coalesce(sum(CASE WHEN credit = b.account THEN micros ELSE -micros END), 0)
      FROM ledger_transfers WHERE credit = b.account OR debit = b.account)`);
  expect(total?.micros).toBe(0);
  expect(wrong).toEqual([]);
});
