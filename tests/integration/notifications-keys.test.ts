import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOTIFICATION_DAYS } from "#core/domain/notifications.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { type MeterPost, syncMeter } from "#core/services/gateway/sync-meter.ts";
import { maintainNotifications } from "#core/services/notifications/maintain-notifications.ts";
import type { Database } from "#core/storage/database.ts";
import type { UsageBatch } from "#core/storage/gateway-flush.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";
import { newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const NOW = Date.parse("2026-11-18T12:00Z");
const cronAt = (db: Database, now: number) =>
  maintainNotifications({ db, clock: { now: () => now }, requestId: "test" });

const setKey = (db: Database, keyId: number, columns: string, ...args: (number | string | null)[]) =>
  db.$client.execute({ sql: `UPDATE api_keys SET ${columns} WHERE id = ?`, args: [...args, keyId] });

async function accountWithKey(db: Database, keys = 1) {
  const account = await newUsageAccount(db, keys);
  const [key] = account.keys;
  if (key === undefined) throw new Error("There is no key.");
  return { account, key };
}

const notifiedDays = async (db: Database, { id }: UsageAccount) =>
  (await storedNotifications(db, id))
    .filter(({ kind }) => kind === "key_expiring")
    .map(({ data }) => data.days);

it("notifies a week and a day before a key expires, once each, whenever and however often the cron runs", async () => {
  const db = await openInProcessDatabase();
  const hours = fc.integer({ min: 0, max: 24 * 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(hours, { minLength: 1, maxLength: 20 }), hours, async (runs, madeBefore) => {
      const { account, key } = await accountWithKey(db);
      const [end, made] = [NOW, NOW - madeBefore * 3_600_000];
      await setKey(db, key.id, "expires_at = ?, created_at = ?", end, made);
      const left = runs.sort((one, other) => other - one);
      for (const hoursLeft of left) await cronAt(db, end - hoursLeft * 3_600_000);
      const seen = (least: number, most: number) => left.find((each) => each > least && each <= most);
      const week = madeBefore >= 24 * 7 ? seen(24, 24 * 7) : undefined;
      const day = madeBefore >= 24 ? seen(0, 24) : undefined;
      const expected = [week, day].flatMap((each) => (each === undefined ? [] : [Math.ceil(each / 24)]));
      expect(await notifiedDays(db, account)).toEqual(expected);
    }),
    { numRuns: runs(100) },
  );
});

it("notifies again about a key whose expiry date moves, and not about one that is off, replaced, revoked or expired", async () => {
  const { account, key } = await accountWithKey(server.db, 5);
  const [, off, replaced, revoked, over] = account.keys.map(({ id }) => id);
  for (const { id } of account.keys) await setKey(server.db, id, "expires_at = ?", NOW + 3 * DAY_MS);
  await setKey(server.db, off ?? 0, "disabled_at = 1");
  await setKey(server.db, replaced ?? 0, "replaced_by = 'key_new'");
  await setKey(server.db, revoked ?? 0, "status = 'revoked', sealed = NULL");
  await setKey(server.db, over ?? 0, "expires_at = ?", NOW);
  await Promise.all([cronAt(server.db, NOW), cronAt(server.db, NOW)]);
  expect(await notifiedDays(server.db, account)).toEqual([3]);
  await setKey(server.db, key.id, "expires_at = ?", NOW + 5 * DAY_MS);
  await cronAt(server.db, NOW);
  expect(await notifiedDays(server.db, account)).toEqual([3, 5]);
});

it("deletes what is too old, in chunks, and keeps the rest", async () => {
  const { account } = await accountWithKey(server.db);
  const old = NOW - NOTIFICATION_DAYS * DAY_MS;
  const times = [...Array.from({ length: 600 }, (_, index) => index - 600), 0, 1];
  const notices = times.map((time) => ({ accountId: account.id, kind: "low_balance", at: old + time }));
  await writeBatch(server.db, storeNotices(notices));
  expect((await cronAt(server.db, NOW)).deleted).toBe(500);
  expect((await cronAt(server.db, NOW)).deleted).toBe(100);
  expect((await cronAt(server.db, NOW)).deleted).toBe(0);
  expect(await storedNotifications(server.db, account.id)).toHaveLength(2);
  const left = "SELECT count(*) AS deliveries FROM notification_deliveries WHERE account_id = ?";
  const { rows } = await server.db.$client.execute({ sql: left, args: [account.id] });
  expect(rows[0]?.deliveries).toBe(2);
});

const setBudget = (keyId: number, micros: number) =>
  server.db.$client.execute({
    sql: "INSERT OR REPLACE INTO key_budgets (key_id, period, micros) VALUES (?, 'day', ?)",
    args: [keyId, micros],
  });

function batchOf({ id }: UsageAccount, keyId: number, costs: number[], at = NOW): UsageBatch {
  const rows = costs.map(
    (costMicros): UsageRow => ({
      requestId: crypto.randomUUID(),
      accountId: id,
      keyId,
      timestamp: at,
      endpoint: "/v1/models",
      statusCode: 200,
      responseTime: 1,
      costMicros,
      billedMicros: costMicros,
      tokensIn: 1,
      tokensOut: 1,
    }),
  );
  return { rows, lineages: new Set([keyId]) };
}

const syncAt = (account: UsageAccount, changes: Omit<MeterPost, "accountId">, now = NOW) =>
  syncMeter({ db: server.db, clock: { now: () => now } }, { accountId: account.id, ...changes });

const levels = async ({ id }: UsageAccount) =>
  (await storedNotifications(server.db, id))
    .filter(({ kind }) => kind === "budget_reached")
    .map(({ data }) => data.level);

it("notifies about a budget at 80% and when it is used up, to the micro-dollar, once per period", async () => {
  const { account, key } = await accountWithKey(server.db);
  await setBudget(key.id, 1000);
  await syncAt(account, { batch: batchOf(account, key.id, [799]) });
  expect(await levels(account)).toEqual([]);
  const batch = batchOf(account, key.id, [1]);
  await syncAt(account, { batch });
  await syncAt(account, { batch });
  await syncAt(account, { batch: batchOf(account, key.id, [199]) });
  expect(await levels(account)).toEqual([80]);
  await syncAt(account, { batch: batchOf(account, key.id, [1]) });
  await syncAt(account, { batch: batchOf(account, key.id, [0]) });
  expect(await levels(account)).toEqual([80, 100]);
  const [first] = await storedNotifications(server.db, account.id);
  const midnight = Math.floor(NOW / DAY_MS + 1) * DAY_MS;
  expect(first?.data).toEqual({
    key: key.publicId,
    name: "key",
    period: "day",
    level: 80,
    budget: 1000,
    spent: 800,
    resets_at: midnight,
  });
  const tomorrow = NOW + DAY_MS;
  await syncAt(account, { batch: batchOf(account, key.id, [900], tomorrow) }, tomorrow);
  expect(await levels(account)).toEqual([80, 100, 80]);
});

it("notifies once about a budget that jumps past both levels, and likewise about one whose remainder refused a request", async () => {
  const { account, key } = await accountWithKey(server.db, 3);
  const other = account.keys[1]?.id ?? 0;
  await setBudget(key.id, 1000);
  await setBudget(other, 1000);
  await syncAt(account, { batch: batchOf(account, key.id, [1000]) });
  await syncAt(account, { batch: batchOf(account, key.id, [0]) });
  expect(await levels(account)).toEqual([100]);

  const from = Math.floor(NOW / DAY_MS) * DAY_MS;
  const full = { keyId: other, period: "day" as const, micros: 1000, from };
  const refused = [full];
  await syncAt(account, { batch: null, refused });
  await syncAt(account, { batch: batchOf(account, other, [700]), refused });
  expect(await levels(account), "refused for one large request").toEqual([100]);
  await syncAt(account, { batch: batchOf(account, other, [150]), refused: [{ ...full, micros: 900 }] });
  expect(await levels(account), "by a budget that was changed since").toEqual([100, 80]);
  await syncAt(account, { batch: null, refused });
  await syncAt(account, { batch: null, refused });
  expect(await levels(account)).toEqual([100, 80, 100]);

  const third = { ...full, keyId: account.keys[2]?.id ?? 0 };
  await setBudget(third.keyId, 1000);
  await syncAt(account, { batch: batchOf(account, third.keyId, [850]), refused: [third] });
  await syncAt(account, { batch: batchOf(account, third.keyId, [50]) });
  expect(await levels(account), "used up, though still enabled").toEqual([100, 80, 100, 100]);
});

it("a budget of nothing, or one lowered while its key is idle, is its owner's own choice", async () => {
  const { account, key } = await accountWithKey(server.db);
  await setBudget(key.id, 0);
  await syncAt(account, { batch: batchOf(account, key.id, [500]) });
  await setBudget(key.id, 100);
  await syncAt(account, { batch: null });
  expect(await levels(account)).toEqual([]);
});
