import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunwayResponse, runwayResponse } from "#core/contract/account.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { getRunway } from "#core/services/balance/get-balance.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { runwayByScan } from "./rollup/brute-force-runway.ts";
import { accountContext, newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

const HISTORIES = inTier({ fast: 15, full: 400 });
const NOW = Date.parse("2026-05-28T18:37:12.345Z");
const WEEK_MS = 7 * DAY_MS;
const UNKNOWN_KEY = 1_000_000_000;

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** Paid by the balance. */
const usage = (
  account: UsageAccount,
  { micros = 1_000_000, ...more }: Partial<UsageRow> & { micros?: number } = {},
): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: account.id,
  keyId: account.keys[0]?.id ?? 0,
  timestamp: NOW - 2 * DAY_MS,
  endpoint: "/v1/embeddings",
  statusCode: 200,
  responseTime: 40,
  costMicros: micros,
  billedMicros: micros,
  tokensIn: 5,
  tokensOut: 0,
  ...more,
});
const many = (count: number, row: () => UsageRow) => Array.from({ length: count }, row);

async function fund({ id }: UsageAccount, micros: number) {
  if (micros === 0) return;
  const [debit, credit] = micros > 0 ? ["test:bank", `account:${id}`] : [`account:${id}`, "test:bank"];
  await server.db.$client.execute({
    sql: "INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at) VALUES (?, ?, ?, 'top_up', ?, 0)",
    args: [debit, credit, Math.abs(micros), crypto.randomUUID()],
  });
}

const runwayOf = ({ id }: UsageAccount, now = NOW) => getRunway(accountContext(server.db, id, now));

const now = fc.oneof(
  fc.constantFrom(NOW, Math.floor(NOW / DAY_MS) * DAY_MS, Math.floor(NOW / HOUR_MS) * HOUR_MS),
  fc.integer({ min: NOW - 40 * DAY_MS, max: NOW }),
);
const near = fc.constantFrom(0, 1, -1, HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, -3 * DAY_MS);
const age = fc.oneof(
  { arbitrary: fc.constantFrom(0, DAY_MS, WEEK_MS).chain((edge) => near.map((by) => edge + by)), weight: 2 },
  { arbitrary: fc.integer({ min: 0, max: WEEK_MS }), weight: 3 },
  { arbitrary: fc.constantFrom(WEEK_MS + 5 * HOUR_MS, 40 * DAY_MS, 400 * DAY_MS), weight: 1 },
);
const isImported = fc.constantFrom(false, false, false, true);
const row = fc.record({ age, key: fc.nat(4), micros: fc.oneof(fc.nat(2e6), fc.nat(2)), isImported });
const history = fc.record({
  now,
  balance: fc.oneof(
    fc.integer({ min: 1, max: 1e9 }),
    fc.constantFrom(-5, 0, 1, 1_000_000, 9_007_199_254_740_991),
  ),
  rows: fc
    .tuple(fc.nat(4), fc.array(row, { maxLength: 60, size: "max" }))
    .map(([paidIn, rows]) =>
      rows.map((row, i) => ({ ...row, micros: paidIn === 0 || i % paidIn > 0 ? 0 : row.micros })),
    ),
  rolledRows: fc.nat(40),
});

it(`returns what a scan of all rows gives, however much is rolled up (${HISTORIES} histories)`, async () => {
  const seen = new Set<RunwayResponse["status"]>();
  const property = fc.asyncProperty(history, async (story) => {
    const me = await newUsageAccount(server.db);
    await fund(me, story.balance);
    const rows = story.rows.map(({ age: ago, key, micros, isImported: imported }) =>
      usage(me, {
        timestamp: story.now - ago,
        keyId: me.keys[key]?.id ?? UNKNOWN_KEY + key,
        micros,
        ...(imported && { billedMicros: 0 }),
      }),
    );
    await insertUsage(server.db, rows.slice(0, story.rolledRows));
    await rollChunk(server.db, 100);
    await insertUsage(server.db, rows.slice(story.rolledRows));
    const response = await runwayOf(me, story.now);
    seen.add(response.status);
    expect(response).toEqual(runwayByScan({ now: story.now, balance: story.balance, keys: me.keys, rows }));
  });
  await fc.assert(property, { numRuns: HISTORIES, seed: 20260528, endOnFailure: true });
  expect([...seen].sort()).toEqual(["empty", "estimated", "not_spending", "too_little_data"]);
});

it("uses the mean of seven days: at ten dollars in that time, 70 dollars last seven weeks", async () => {
  const me = await newUsageAccount(server.db);
  await fund(me, 70_000_000);
  await insertUsage(server.db, [usage(me, { timestamp: NOW - 100 * DAY_MS }), ...many(10, () => usage(me))]);
  const response = await runwayOf(me);
  expect(response).toMatchObject({ status: "estimated", balance: 70, days_left: 49, daily_cost: 1.428571 });
  expect(response.lasts_until).toBe(new Date(NOW + 49 * DAY_MS).toISOString());
});

it("uses a younger account's own age", async () => {
  const me = await newUsageAccount(server.db);
  await fund(me, 5_000_000);
  await insertUsage(
    server.db,
    many(10, () => usage(me)),
  );
  expect(await runwayOf(me)).toMatchObject({ status: "estimated", daily_cost: 5, days_left: 1 });
});

it("estimates nothing from less than a day, or from nine paid requests, whatever imported ones cost", async () => {
  const [young, rare] = await Promise.all([newUsageAccount(server.db), newUsageAccount(server.db)]);
  await Promise.all([fund(young, 1_000_000), fund(rare, 1_000_000)]);
  await insertUsage(
    server.db,
    many(50, () => usage(young, { timestamp: NOW - DAY_MS + 1 })),
  );
  await insertUsage(
    server.db,
    many(9, () => usage(rare)),
  );
  await insertUsage(
    server.db,
    many(50, () => usage(rare, { billedMicros: 0 })),
  );
  const silent = { status: "too_little_data", daily_cost: null, days_left: null, lasts_until: null };
  expect(await runwayOf(young)).toMatchObject(silent);
  expect(await runwayOf(rare)).toMatchObject(silent);
});

it("gives no date beyond ten years, only the days", async () => {
  const me = await newUsageAccount(server.db);
  await fund(me, 4_000_000_000);
  await insertUsage(
    server.db,
    many(10, () => usage(me, { micros: 200_000 })),
  );
  expect(await runwayOf(me)).toMatchObject({ status: "estimated", lasts_until: null, days_left: 4000 });
});

it("matches the contract, with nothing added, and the shares add up to a hundred percent", async () => {
  const me = await newUsageAccount(server.db);
  await fund(me, 4_000_000);
  await insertUsage(
    server.db,
    me.keys.flatMap(({ id }, i) => many(4, () => usage(me, { keyId: id, micros: 100 + i }))),
  );
  const response = await runwayOf(me);
  expect(runwayResponse.strict().parse(response)).toEqual(response);
  expect(response.keys).toHaveLength(3);
  expect(response.keys.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 9);
});
