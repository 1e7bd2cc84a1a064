import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { type MeterPost, syncMeter } from "#core/services/gateway/sync-meter.ts";
import { countPlan } from "#core/storage/analytics.ts";
import type { UsageBatch } from "#core/storage/gateway-flush.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier, runs } from "#tests/support/tier.ts";
import { newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

const CASES = inTier({ fast: 10, full: 200 });
const START = Date.parse("2026-04-28T18:37:12.345Z");
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const usage = ({ id, keys }: UsageAccount, timestamp: number, planMicros: number): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: id,
  keyId: keys[timestamp % keys.length]?.id ?? 1,
  timestamp,
  endpoint: "/v1/models",
  statusCode: 200,
  responseTime: 1,
  costMicros: 0,
  tokensIn: 0,
  tokensOut: 0,
  planMicros,
});

const near = fc.oneof(
  fc.constantFrom(0, 1, -1, HOUR_MS, -HOUR_MS, HOUR_MS - 1, DAY_MS, -DAY_MS),
  fc.integer({ min: -2 * HOUR_MS, max: 32 * DAY_MS }),
);
const history = fc.record({
  length: fc.oneof(fc.integer({ min: 0, max: 31 * DAY_MS }), fc.integer({ min: 0, max: 3 * HOUR_MS })),
  rows: fc.array(fc.record({ near, fromEnd: fc.boolean(), micros: fc.nat({ max: 20_000_000 }) }), {
    maxLength: 40,
  }),
  rolled: fc.nat({ max: 50 }),
});

it(`counts the requests of any period and what the plan paid, however much is rolled up (${CASES} histories)`, async () => {
  const property = fc.asyncProperty(history, async ({ length, rows, rolled }) => {
    const [me, stranger] = await Promise.all([newUsageAccount(server.db), newUsageAccount(server.db)]);
    const period = { from: START, to: START + length };
    const mine = rows.map((row) => usage(me, row.near + (row.fromEnd ? period.to : period.from), row.micros));
    await insertUsage(server.db, [...mine, usage(stranger, START, 7)]);
    await rollChunk(server.db, rolled + 1);
    const counted = mine.filter(({ timestamp }) => timestamp >= period.from && timestamp < period.to);
    expect(await countPlan(server.db, me.id, { period, carried: null })).toEqual({
      requests: counted.length,
      micros: counted.reduce((sum, { planMicros = 0 }) => sum + planMicros, 0),
    });
  });
  await fc.assert(property, { numRuns: CASES, endOnFailure: true });
});

const batchOf = (rows: UsageRow[]): UsageBatch | null =>
  rows.length === 0 ? null : { rows, lineages: new Set(rows.map(({ keyId }) => keyId)) };
const syncAt = (account: UsageAccount, now: number, changes: Omit<MeterPost, "accountId">) =>
  syncMeter({ db: server.db, clock: { now: () => now } }, { accountId: account.id, ...changes });

const counting = fc.record({
  steps: fc.array(
    fc.record({
      ms: fc.constantFrom(0, 1, 9_000, 40_000, 3 * HOUR_MS, DAY_MS, -9_000, -DAY_MS),
      rows: fc.array(fc.record({ before: fc.constantFrom(0, 5, 20_000, DAY_MS, -5), micros: fc.nat(500) }), {
        maxLength: 5,
      }),
      isLost: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

it("counts the same when an account's own batches are added to a known count, also if a response was lost", async () => {
  const property = fc.asyncProperty(counting, async ({ steps }) => {
    const me = await newUsageAccount(server.db);
    let now = START;
    let terms = await syncAt(me, now, { batch: null });
    for (const { ms, rows, isLost } of steps) {
      now += ms;
      const batch = batchOf(rows.map(({ before, micros }) => usage(me, now - before, micros)));
      if (isLost) await syncAt(me, now, { batch, known: terms });
      terms = await syncAt(me, now, { batch, known: terms });
      const { from, to, requests, micros } = terms.counted;
      expect({ requests, micros }).toEqual(
        await countPlan(server.db, me.id, { period: { from, to }, carried: null }),
      );
    }
  });
  await fc.assert(property, { numRuns: runs(50), endOnFailure: true });
});

it("counts what was imported after a minute at the latest, and everything anew in another period", async () => {
  const me = await newUsageAccount(server.db);
  const known = await syncAt(me, START, { batch: batchOf([usage(me, START, 1)]) });
  await insertUsage(server.db, [usage(me, START, 2)]);
  const batch = batchOf([usage(me, START, 4)]);
  const added = await syncAt(me, START + MINUTE_MS - 1, { batch, known });
  expect(added.counted.micros).toBe(5);
  expect((await syncAt(me, START + MINUTE_MS, { batch: null, known: added })).counted.micros).toBe(7);
  await insertUsage(server.db, [usage(me, START + DAY_MS, 8)]);
  const { from } = added.counted;
  const recent = { ...added, counted: { ...added.counted, readAt: START + DAY_MS } };
  const next = await syncAt(me, START + DAY_MS, { batch: null, known: recent });
  expect(next.counted).toMatchObject({ from: from + DAY_MS, requests: 1, micros: 8 });
});

it("reads an account's terms while another transaction writes", async () => {
  const me = await newUsageAccount(server.db);
  const writer = await server.db.$client.transaction("write");
  try {
    await writer.execute("UPDATE accounts SET suspended_at = 1");
    const terms = await syncAt(me, START, { batch: null });
    expect(terms).toMatchObject({ suspendedAt: null, balanceMicros: 0 });
    // The server would have ended this transaction for a writer that waits for the lock.
    await writer.execute("UPDATE accounts SET suspended_at = 1");
  } finally {
    writer.close();
  }
});
