import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { changeSettingsOf } from "#core/storage/account-settings.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { moveMoney } from "#core/storage/move-money.ts";
import { deleteNotifications } from "#core/storage/notifications.ts";
import { settleTopUp } from "#core/storage/order-settlement.ts";
import { advanceOrder, insertOrder } from "#core/storage/orders.ts";
import { noRead } from "#core/storage/read.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { newAccount } from "./keys/key-shop.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { storedKinds, storedNotifications } from "./notifications/stored-notifications.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const LOW = 5_000_000;
const AGAIN = 10_000_000;
/** Above its limit, by at most this much, a balance has to be before its next fall notifies again. */
const MOST_ABOVE = 20_000_000;

type Move = { micros: number; isUsage: boolean; repeated: boolean } | { limit: number };

/** Amounts that often reach the thresholds, including exactly. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 12_000_000 }),
  fc.constantFrom(1, 2_500_000, LOW - 1, LOW, LOW + 1, AGAIN - 1, AGAIN, MOST_ABOVE),
);
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        micros: fc.tuple(amount, fc.boolean()).map(([size, up]) => (up ? size : -size)),
        isUsage: fc.boolean(),
        repeated: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ limit: fc.constantFrom(1, 5, 5.01, 10, 25, 30).map(microsFromDollars) }),
    },
  ),
  { minLength: 10, maxLength: 30 },
);

/** The low-balance notifications the account must get: one balance per fall, with the limit that it fell below. */
function model(history: readonly Move[]): { balance: number; threshold: number }[] {
  let [balance, armed, threshold] = [0, true, LOW];
  return history.flatMap((move) => {
    if ("limit" in move) {
      armed ||= threshold !== move.limit;
      threshold = move.limit;
      return [];
    }
    const before = balance;
    balance += move.micros;
    const falls = armed && before >= threshold && balance < threshold;
    if (falls) armed = false;
    if (move.micros > 0 && balance >= threshold + Math.min(threshold, MOST_ABOVE)) armed = true;
    return falls ? [{ balance, threshold }] : [];
  });
}

const transferOf = (accountId: number, micros: number) => {
  const [account, elsewhere] = [accountName(accountId), OPERATOR_CREDIT];
  return micros > 0
    ? ({ debit: elsewhere, credit: account, micros, kind: "grant" } as const)
    : ({ debit: account, credit: elsewhere, micros: -micros, kind: "take_back" } as const);
};

function makeMove(
  db: Database,
  id: number,
  { micros, isUsage }: Exclude<Move, { limit: number }>,
  name: string,
) {
  if (micros < 0 && isUsage) return spend(db, id, -micros, { requestId: name });
  return transferMoney(db, { ...transferOf(id, micros), source: name });
}

const STORIES = runs(400);

it("notifies once per fall below the account's limit, $5 at first, and again only after it was well above it, whatever moves it", async () => {
  const db = await openInProcessDatabase();
  let falls = 0;
  await fc.assert(
    fc.asyncProperty(moves, async (history) => {
      const { id } = await newAccount(db);
      for (const [index, move] of history.entries()) {
        if ("limit" in move) {
          const entry = { accountId: id, requestId: "test", at: Date.now(), subject: "account" };
          const changes = { low_balance_threshold: dollarsFromMicros(move.limit) };
          await changeSettingsOf(db, { ...entry, action: "settings.changed" }, { changes, read: noRead(db) });
        } else {
          for (let time = 0; time < (move.repeated ? 2 : 1); time += 1)
            await makeMove(db, id, move, `test:${id}:${index}`);
        }
      }
      const expected = model(history);
      falls += expected.length;
      expect((await storedNotifications(db, id)).map(({ data }) => data)).toEqual(expected);
    }),
    { numRuns: STORIES, seed },
  );
  expect(falls).toBeGreaterThan(STORIES / 4);
});

it("of many requests at the same moment only the one that crosses $5 notifies, and a failed transfer notifies about nothing", async () => {
  const { id } = await newAccount(server.db);
  await transferMoney(server.db, transferOf(id, 5_500_000));
  const requests = Array.from({ length: 20 }, (_, index) => `test:${id}:${index % 10}`);
  await Promise.all(requests.map((requestId) => spend(server.db, id, 100_000, { requestId })));
  const [notice, ...more] = await storedNotifications(server.db, id);
  expect([notice?.data, more]).toEqual([{ balance: 4_900_000, threshold: LOW }, []]);

  const other = await newAccount(server.db);
  await transferMoney(server.db, transferOf(other.id, 6_000_000));
  const [source, at] = [`test:${other.id}:2`, Date.now()];
  const broken = [
    transferOnce(server.db, { ...transferOf(other.id, -2_000_000), source, at }),
    "INSERT INTO no_such_table",
  ];
  const move = { accountId: other.id, sources: [source], at };
  await expect(moveMoney(server.db, move, broken, [])).rejects.toThrow();
  expect(await storedNotifications(server.db, other.id)).toEqual([]);
});

async function openOrder(accountId: number) {
  const id = `order_${crypto.randomUUID()}`;
  const order = { id, accountId, product: "balance", currency: "usd", amountMinor: 2500 } as const;
  const createdAt = Date.now();
  await insertOrder(server.db, { ...order, createdAt }, { max: 9, since: 0 });
  return { order, sessionId: `cs_test_${id}`, paymentIntentId: `pi_${id}`, paidAt: createdAt + 1 };
}

it("notifies about a payment once, however often and concurrently it is settled, even after it failed before", async () => {
  const { id } = await newAccount(server.db);
  const payment = await openOrder(id);
  const { order, sessionId } = payment;
  const fail = () =>
    advanceOrder(server.db, { orderId: order.id, sessionId, status: "failed", at: Date.now() });
  await Promise.all([fail(), fail()]);
  await Promise.all(Array.from({ length: 5 }, () => settleTopUp(server.db, payment, "test")));
  await fail();
  const facts = { order: order.id, product: "balance", currency: "usd", amount_minor: 2500 };
  expect((await storedNotifications(server.db, id)).map(({ kind, data }) => ({ kind, data }))).toEqual([
    { kind: "payment_failed", data: facts },
    { kind: "payment_received", data: facts },
  ]);
});

it("a payment that is settled again after its notification was deleted is no news", async () => {
  const { id } = await newAccount(server.db);
  const payment = await openOrder(id);
  await settleTopUp(server.db, payment, "test");
  expect(await storedKinds(server.db, id)).toEqual(["payment_received"]);
  await deleteNotifications(server.db, { before: payment.paidAt + 1, limit: 1000 });
  expect(await settleTopUp(server.db, payment, "test")).toBe("paid");
  expect(await storedKinds(server.db, id)).toEqual([]);
});

it("an abandoned order is not a failed payment, and a closed account gets no notification", async () => {
  const { id } = await newAccount(server.db);
  const { order, sessionId } = await openOrder(id);
  await advanceOrder(server.db, { orderId: order.id, sessionId, status: "expired", at: Date.now() });
  expect(await storedKinds(server.db, id)).toEqual([]);

  const closed = await newAccount(server.db);
  const payment = await openOrder(closed.id);
  await transferMoney(server.db, transferOf(closed.id, 25_000_000));
  await server.db.$client.execute({
    sql: "UPDATE accounts SET closed_at = 1 WHERE id = ?",
    args: [closed.id],
  });
  await settleTopUp(server.db, payment, "test");
  await spend(server.db, closed.id, 24_000_000);
  expect(await storedKinds(server.db, closed.id)).toEqual([]);
});
