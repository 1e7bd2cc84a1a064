import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { rebuildRollup } from "#core/services/rollup/rebuild-rollup.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { countPlan } from "#core/storage/analytics.ts";
import type { Database } from "#core/storage/database.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { fillChunk, needsFilling } from "#core/storage/rollup-fill.ts";
import { findUnits, rebuildUnit } from "#core/storage/rollup-rebuild.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";
import { rollChunkAsBefore } from "./rollup/first-edition.ts";
import { expectRolledEqualsRaw } from "./rollup/rolled-equals-raw.ts";
import { analyticsAt, breakdownAt } from "./rollup/usage-account.ts";
import { usageStream } from "./rollup/usage-stream.ts";

const CASES = inTier({ fast: 6, full: 100 });
/** The fast tier tries every fifth fault. */
const EVERY = inTier({ fast: 5, full: 1 });
const NOW = Date.parse("2026-05-28T09:12:34.567Z");
const EVER = { firstDay: Math.floor(NOW / DAY_MS) - 400, lastDay: Math.floor(NOW / DAY_MS) + 100 };

let server: TestDatabase;
let other: Database;
let stored = 0;
beforeAll(async () => {
  server = await startPatientDatabase();
  other = openPatientDatabase(server.url);
});
beforeEach(() => rollUpUsage(at(server.db)));
afterAll(() => server.stop());

const at = (db: Database, now = NOW) => ({ db, clock: { now: () => now }, requestId: "test" });

async function storeMore(count: number): Promise<UsageRow[]> {
  const rows = usageStream(count, { now: NOW, first: stored });
  stored += count;
  await insertUsage(server.db, rows);
  return rows;
}

async function expectExact(when: string) {
  expect(await needsFilling(server.db), when).toBe(false);
  expect(await expectRolledEqualsRaw(server.db, when), when).toBe(stored);
  const check = await rebuildRollup(at(server.db), { ...EVER, dryRun: true });
  expect(check, when).toMatchObject({ differed: 0 });
}

const limit = fc.integer({ min: 1, max: 25 });
const step = fc.oneof(
  { arbitrary: fc.record({ act: fc.constant("store"), limit }), weight: 3 },
  { arbitrary: fc.record({ act: fc.constant("before"), limit }), weight: 3 },
  { arbitrary: fc.record({ act: fc.constantFrom("fill", "roll", "both", "rebuild"), limit }), weight: 4 },
);

/** One step of a deployment, in which workers of both editions, and a rebuild, may run at the same time. */
async function play({ act, limit: most }: { act: string; limit: number }): Promise<void> {
  if (act === "store") await storeMore(most);
  else if (act === "before") await rollChunkAsBefore(server.db, most);
  else if (act === "fill") await fillChunk(server.db, most);
  else if (act === "roll") await rollChunk(server.db, most);
  else if (act === "both") {
    const work = [rollChunkAsBefore(other, most), fillChunk(server.db, most), rollChunk(server.db, most)];
    await Promise.all(work);
  } else {
    const account = (most % 7) + 1;
    const { hours, days } = await findUnits(server.db, account, { first: EVER.firstDay, end: EVER.lastDay });
    for (const hour of hours.slice(0, most)) await rebuildUnit(server.db, { account, hour });
    for (const day of days.slice(0, most)) await rebuildUnit(server.db, { account, day });
  }
}

it(`fills in exactly what workers of the first edition left out, whenever they ran (${CASES} deployments)`, async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 3, maxLength: 25, size: "max" }),
    async (steps) => {
      // Sums over no rows at all are null when computed from raw rows.
      await storeMore(1);
      for (const one of steps) await play(one);
      const report = await rollUpUsage(at(server.db), { chunkRows: 40 });
      expect(report.caughtUp).toBe(true);
      expect(await expectRolledEqualsRaw(server.db, "after the deployment")).toBe(stored);
    },
  );
  await fc.assert(property, { numRuns: CASES, endOnFailure: true });
  await expectExact("at the end");
});

it("counts what the plan paid even while that is missing in the roll-up", async () => {
  const rows = await storeMore(60);
  const { accountId } = rows[0] ?? { accountId: 0 };
  const period = { from: NOW - 20 * DAY_MS - 12_345, to: NOW };
  const sum = () => countPlan(server.db, accountId, period);
  const expected = await sum();
  await rollChunkAsBefore(server.db, 25);
  expect(await sum()).toEqual(expected);
  await rollChunkAsBefore(server.db, 100);
  expect(await sum()).toEqual(expected);
  await fillChunk(server.db, 30);
  expect(await sum()).toEqual(expected);
  await rollUpUsage(at(server.db));
  expect(await sum()).toEqual(expected);
});

it("shows units exactly while older code has rolled up rows without them", async () => {
  const rows = await storeMore(90);
  const { accountId } = rows[0] ?? { accountId: 0 };
  const units = async () => {
    const shown = await breakdownAt(server.db, accountId, NOW - HOUR_MS / 3, { range: "7d", tz: "UTC" });
    // Models are missing in the roll-up until they are filled in.
    return [shown.keys, shown.endpoints].map((list) => list?.map((row) => row.units));
  };
  const expected = await units();
  expect(expected.flat(2).filter(Boolean).length).toBeGreaterThan(2);
  await rollChunkAsBefore(server.db, 25);
  expect(await units()).toEqual(expected);
  await rollChunkAsBefore(server.db, 1000);
  expect(await units()).toEqual(expected);
  await fillChunk(server.db, 30);
  expect(await units()).toEqual(expected);
  await rollUpUsage(at(server.db));
  expect(await units()).toEqual(expected);
});

it("loses and repeats nothing when the worker dies at any statement of the filling", async () => {
  const run = async (call: number, fault: Fault) => {
    await storeMore(20);
    await rollChunkAsBefore(server.db, 1000);
    const faulty = faultyDatabase(server.db, call, fault);
    const outcome = await rollUpUsage(at(faulty.db), { chunkRows: 12 }).catch((error: unknown) => error);
    return { outcome, trips: faulty.trips };
  };
  const { trips, outcome } = await run(-1, { at: "before" });
  expect(outcome).toMatchObject({ filled: 20, rows: 0, caughtUp: true });
  const faults = trips.slice(0, 3).flatMap(({ statements }, call) => [
    { call, fault: { at: "before" } as const },
    { call, fault: { at: "after" } as const },
    ...Array.from({ length: statements }, (_, index) => ({
      call,
      fault: { at: "inside", index } as const,
    })),
  ]);
  expect(faults.length).toBeGreaterThan(15);
  for (const { call, fault } of faults.filter((_, index) => index % EVERY === 0)) {
    const name = `trip ${call} ${JSON.stringify(fault)}`;
    expect((await run(call, fault)).outcome, name).toBeInstanceOf(Error);
    await rollUpUsage(at(server.db));
    expect(await expectRolledEqualsRaw(server.db, `after ${name}`), name).toBe(stored);
  }
  await expectExact("at the end");
});

it("is done with the last row that exists, even if later ones have been deleted", async () => {
  await storeMore(30);
  await rollChunkAsBefore(server.db, 1000);
  const { rows } = await server.db.$client.execute("SELECT * FROM api_usage ORDER BY id DESC LIMIT 10");
  await server.db.$client.execute({
    sql: "DELETE FROM api_usage WHERE id IN (SELECT value FROM json_each(?))",
    args: [JSON.stringify(rows.map(({ id }) => id))],
  });
  expect(await fillChunk(server.db, 1000)).toBe(20);
  expect(await needsFilling(server.db)).toBe(false);
  for (const row of rows.toReversed()) {
    const names = Object.keys(row);
    await server.db.$client.execute({
      sql: `INSERT INTO api_usage (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      args: Object.values(row),
    });
  }
  const rest = { firstDay: EVER.firstDay, lastDay: EVER.lastDay };
  expect(await rebuildRollup(at(server.db), rest)).toMatchObject({ left: 0 });
});

it("says in the usage API that figures are missing until they are filled in", async () => {
  const rows = await storeMore(14);
  const { accountId } = rows[0] ?? { accountId: 0 };
  const completeFrom = async () => {
    const [analytics, breakdown] = await Promise.all([
      analyticsAt(server.db, accountId, NOW, { range: "24h", tz: "UTC" }),
      breakdownAt(server.db, accountId, NOW, { range: "24h", tz: "UTC" }),
    ]);
    return [analytics.complete_from, breakdown.complete_from];
  };
  expect(await completeFrom()).toEqual([null, null]);
  await rollChunkAsBefore(server.db, 1000);
  const now = new Date(NOW).toISOString();
  expect(await completeFrom()).toEqual([now, now]);
  await rollUpUsage(at(server.db));
  expect(await completeFrom()).toEqual([null, null]);
  const set = (instant: number) =>
    server.db.$client.execute({ sql: "UPDATE rollup_state SET figures_from = ?", args: [instant] });
  // Analytics also show the window before.
  await set(NOW - 30 * HOUR_MS);
  expect(await completeFrom()).toEqual([new Date(NOW - 30 * HOUR_MS).toISOString(), null]);
  await set(0);
});

const state = async () => {
  const { rows } = await server.db.$client.execute("SELECT figures_from AS since FROM rollup_state");
  return Number(rows[0]?.since);
};

it("keeps raw rows until they are filled in, and says from when the figures are complete if they were not", async () => {
  const rows = await storeMore(40);
  expect(await state()).toBe(0);
  await rollChunkAsBefore(server.db, 1000);
  const later = NOW + 66 * DAY_MS;
  await retireUsage(at(server.db, later), { days: 65 });
  const left = "SELECT count(*) AS n FROM api_usage WHERE id > (SELECT figures_id FROM rollup_state)";
  expect((await server.db.$client.execute(left)).rows[0]?.n).toBe(rows.length);
  await rollUpUsage(at(server.db, later));
  // Workers of the first edition delete them earlier, and nobody can know whether they did.
  const midnight = Math.floor(later / DAY_MS) * DAY_MS - 65 * DAY_MS;
  expect(await state()).toBe(midnight);
  expect(midnight % HOUR_MS).toBe(0);
});
