import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { STRETCH_PAUSE_MS } from "#core/domain/gateway/refusal-causes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import { syncMeter } from "#core/services/gateway/sync-meter.ts";
import { maintainNotifications } from "#core/services/notifications/maintain-notifications.ts";
import { listCurrentRefusals } from "#core/services/usage/list-current-refusals.ts";
import type { Database } from "#core/storage/database.ts";
import { postAndRead, type RefusalCount } from "#core/storage/gateway-flush.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";
import { contextOf, newReader } from "./reads/reader.ts";
import { newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const NOW = Date.parse("2026-11-18T12:00Z");
const clockAt = (now: number) => ({ now: () => now });
const cronAt = (db: Database, now: number) =>
  maintainNotifications({ db, clock: clockAt(now), requestId: "test" });

const countAt = (keyId: number, at: number, changes: Partial<RefusalCount> = {}): RefusalCount => ({
  keyId,
  code: "insufficient_balance",
  hour: Math.floor(at / HOUR_MS),
  epoch: "a",
  requests: 1,
  since: at,
  last: at,
  before: 0,
  ...changes,
});
const keyOf = ({ keys }: UsageAccount, nth = 0) => keys[nth]?.id ?? 0;
const post = (db: Database, account: UsageAccount, refusals: RefusalCount[], at: number) =>
  syncMeter({ db, clock: clockAt(at) }, { accountId: account.id, batch: null, refusals });
const noticesOf = async (db: Database, { id }: UsageAccount) =>
  (await storedNotifications(db, id)).filter(({ kind }) => kind === "key_refused");

it("notifies once, however often a post is repeated, by whichever of the meter and the cron job comes first", async () => {
  const account = await newUsageAccount(server.db);
  const refusals = [countAt(keyOf(account), NOW, { requests: 3 })];
  await postAndRead(server.db, [{ accountId: account.id, batch: null, refusals }], NOW);
  expect(await noticesOf(server.db, account)).toEqual([]);
  // The meter stopped before it could notify.
  await Promise.all([
    ...[1, 2, 3].map(() => cronAt(server.db, NOW + MINUTE_MS)),
    ...[1, 2].map(() => post(server.db, account, refusals, NOW + 1)),
  ]);
  await cronAt(server.db, NOW + 2 * MINUTE_MS);
  const [notice, ...more] = await noticesOf(server.db, account);
  expect(more).toEqual([]);
  expect(notice?.data).toMatchObject({
    code: "insufficient_balance",
    since: NOW,
    requests: 3,
    revoked: false,
  });
});

it("sends one notice for a cause that refuses all keys, and one per key for its own", async () => {
  const account = await newUsageAccount(server.db);
  const of = (code: string) => [0, 1, 2].map((nth) => countAt(keyOf(account, nth), NOW + nth, { code }));
  await post(server.db, account, of("insufficient_balance"), NOW);
  expect(await noticesOf(server.db, account)).toHaveLength(1);
  await post(server.db, account, of("key_disabled"), NOW);
  expect(await noticesOf(server.db, account)).toHaveLength(4);
  await post(server.db, account, of("rate_limit_exceeded"), NOW);
  expect(await noticesOf(server.db, account)).toHaveLength(4);
});

it("says nothing that a notice of the budget or of the low balance has said", async () => {
  const account = await newUsageAccount(server.db);
  const add = (kind: string, source: string, data: object) =>
    writeBatch(server.db, storeNotices([{ accountId: account.id, kind, source, data, at: NOW - MINUTE_MS }]));
  const key = keyOf(account);
  await add("budget_reached", `budget_reached:${key}:day:1:100`, { level: 100, resets_at: NOW + HOUR_MS });
  await add("low_balance", "low_balance:7", { balance: 0 });
  const both = (at: number) => [countAt(key, at), countAt(key, at, { code: "budget_exceeded" })];
  await post(server.db, account, both(NOW), NOW);
  expect(await noticesOf(server.db, account)).toEqual([]);
  // The next day's budget.
  await post(server.db, account, both(NOW + DAY_MS), NOW + DAY_MS);
  expect((await noticesOf(server.db, account)).map(({ data }) => data.code).sort()).toEqual([
    "budget_exceeded",
    "insufficient_balance",
  ]);
});

it("notifies nobody of a closed account, and of old stretches neither", async () => {
  const [closed, late] = [await newUsageAccount(server.db), await newUsageAccount(server.db)];
  await server.db.$client.execute({
    sql: "UPDATE accounts SET closed_at = 1 WHERE id = ?",
    args: [closed.id],
  });
  await post(server.db, closed, [countAt(keyOf(closed), NOW)], NOW);
  const refusals = [countAt(keyOf(late), NOW - DAY_MS)];
  await postAndRead(server.db, [{ accountId: late.id, batch: null, refusals }], NOW);
  await cronAt(server.db, NOW);
  expect([...(await noticesOf(server.db, closed)), ...(await noticesOf(server.db, late))]).toEqual([]);
});

it("lists no other account's refusals, and refuses its key", async () => {
  const [owner, other] = [await newReader(server.db, NOW), await newReader(server.db, NOW)];
  await post(server.db, owner, [countAt(keyOf(owner), NOW)], NOW);
  expect((await listCurrentRefusals(owner.ctx, {})).items).toHaveLength(1);
  expect((await listCurrentRefusals(other.ctx, {})).items).toEqual([]);
  const key_id = owner.keys[0]?.publicId;
  await expect(listCurrentRefusals(other.ctx, { key_id })).rejects.toMatchObject({ code: "not_found" });
  const another = { key_id: owner.keys[1]?.publicId };
  expect((await listCurrentRefusals(owner.ctx, another)).items).toEqual([]);
});

/** Refused requests of one key, by minutes since the one before. */
const history = fc.array(
  fc.record({
    pause: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 90 })),
    /** The post that carries it is repeated so often, and the counter is lost after it. */
    repeats: fc.nat({ max: 2 }),
    post: fc.boolean(),
    lost: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

/** A counter of the meter, as plainly as possible. */
function counterOf(times: number[], epoch: string, keyId: number): RefusalCount[] {
  const hours = Map.groupBy(times, (at) => Math.floor(at / HOUR_MS));
  return [...hours].map(([hour, counted]) => {
    const start = counted.findLastIndex((at, nth) => at - (counted[nth - 1] ?? -Infinity) > STRETCH_PAUSE_MS);
    const before = Math.max(start, 0);
    const requests = counted.length;
    const [since, last] = [counted[before] ?? 0, counted.at(-1) ?? 0];
    return { keyId, code: "key_disabled", hour, epoch, requests, since, last, before };
  });
}

it("counts the requests of the latest stretch exactly, through repeated posts and lost counters", async () => {
  const db = await openInProcessDatabase();
  await fc.assert(
    fc.asyncProperty(history, async (acts) => {
      const account = await newUsageAccount(db);
      const keyId = keyOf(account);
      await db.$client.execute({ sql: "UPDATE api_keys SET disabled_at = 1 WHERE id = ?", args: [keyId] });
      const [all, alive]: [number[], number[]] = [[], []];
      let [at, epoch] = [NOW, 0];
      for (const [nth, { pause, repeats, post: due, lost }] of acts.entries()) {
        at += pause * MINUTE_MS;
        all.push(at);
        alive.push(at);
        if (!due && !lost && nth < acts.length - 1) continue;
        const refusals = counterOf(alive, `${epoch}`, keyId);
        for (let i = 0; i <= repeats; i += 1)
          await postAndRead(db, [{ accountId: account.id, batch: null, refusals }], at);
        if (lost) {
          alive.length = 0;
          epoch += 1;
        }
      }
      const start = all.findLastIndex((time, nth) => time - (all[nth - 1] ?? -Infinity) > STRETCH_PAUSE_MS);
      const { items } = await listCurrentRefusals(contextOf(db, account.id, at + MINUTE_MS), {});
      expect(items).toMatchObject([
        {
          since: new Date(all[start] ?? 0).toISOString(),
          last: new Date(at).toISOString(),
          requests: all.length - start,
        },
      ]);
    }),
    { numRuns: runs(200) },
  );
});
