import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { countPlan } from "#core/storage/analytics.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

const CASES = runs(200);
const START = Date.parse("2026-04-28T18:37:12.345Z");
let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
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
    expect(await countPlan(server.db, me.id, period)).toEqual({
      requests: counted.length,
      micros: counted.reduce((sum, { planMicros = 0 }) => sum + planMicros, 0),
    });
  });
  await fc.assert(property, { numRuns: CASES, endOnFailure: true });
}, 180_000);
