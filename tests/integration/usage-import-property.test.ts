import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPatientDatabase } from "#tests/support/patient-database.ts";
import { inTier, seed } from "#tests/support/tier.ts";
import { faultyDatabase } from "./rollup/faulty-database.ts";
import { faultySource } from "./usage-import/faulty-source.ts";
import { type ImportWorld, NOW, newUserId, startImportWorld } from "./usage-import/import-world.ts";

const CASES = inTier({ fast: 10, full: 200 });
const MINUTE_MS = 60_000;
/**
 * The rows the import promises to find: committed no later than this after one with a higher ID could be
 * read.
 */
const LATEST_MS = 60 * MINUTE_MS;

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
});
afterAll(() => world.stop());

/** IDs are assigned in the order of the rows; each commits `late` after it started. */
const row = fc.record({
  after: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 20 * MINUTE_MS })),
  late: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.integer({ min: 1, max: 3 * MINUTE_MS }),
    fc.integer({ min: 1, max: LATEST_MS - 1 }),
  ),
  named: fc.boolean(),
});
const step = fc.record({
  wait: fc.oneof(fc.constant(MINUTE_MS), fc.integer({ min: 1, max: 40 * MINUTE_MS })),
  act: fc.oneof(
    fc.constant({ kind: "run" as const }),
    fc.constant({ kind: "overlap" as const }),
    fc.record({
      kind: fc.constant("database" as const),
      call: fc.integer({ min: 0, max: 12 }),
      at: fc.constantFrom("before" as const, "after" as const),
    }),
    fc.record({
      kind: fc.constant("source" as const),
      call: fc.integer({ min: 0, max: 8 }),
      at: fc.constantFrom("before" as const, "after" as const),
    }),
  ),
});
const history = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 14, size: "max" }),
  steps: fc.array(step, { minLength: 1, maxLength: 5, size: "max" }),
  pageRows: fc.integer({ min: 1, max: 6 }),
  maxPages: fc.integer({ min: 3, max: 30 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
type Act = History["steps"][number]["act"];

/** The rows with the time at which each becomes visible; returns a function that lets time pass. */
function timeline(rows: History["rows"]) {
  const user_id = newUserId();
  let begun = NOW;
  let pending = rows.map(({ after, late, named }, i) => {
    begun += after;
    const request_id = named ? `named-${i + 1}` : null;
    return { visibleAt: begun + late, columns: { id: i + 1, user_id, request_id } };
  });
  return (ms: number) => {
    world.clock.time += ms;
    const visible = pending.filter(({ visibleAt }) => visibleAt <= world.clock.time);
    pending = pending.filter((row) => !visible.includes(row));
    world.write(...visible.map(({ columns }) => columns));
    return pending.length;
  };
}

async function perform(act: Act, limits: { pageRows: number; maxPages: number }): Promise<void> {
  const { db, url } = world.database;
  if (act.kind === "run") await world.run(limits);
  else if (act.kind === "overlap")
    await Promise.all([world.run(limits), world.run(limits, openPatientDatabase(url))]);
  else if (act.kind === "database")
    await world.run(limits, faultyDatabase(db, act.call, { at: act.at }).db).catch(() => {});
  else await world.run(limits, db, faultySource(world.newSource(), act.call, act.at)).catch(() => {});
}

it("imports each row exactly once, whatever order rows commit in and wherever a run dies", async () => {
  let found = 0;
  const property = fc.asyncProperty(history, async ({ rows, steps, ...limits }) => {
    await world.clear();
    world.clock.time = NOW;
    const pass = timeline(rows);
    for (const { wait, act } of steps) {
      pass(wait);
      await perform(act, limits);
    }
    while (pass(30 * MINUTE_MS) > 0) await world.run(limits);
    for (let ends = 0; ends < 2; ) {
      const { caughtUp, late } = await world.run();
      found += late;
      if (!caughtUp) continue;
      ends++;
      pass(LATEST_MS + 1);
    }
    const host = new URL(world.supabase.url).host;
    const all = rows.map(({ named }, i) => (named ? `named-${i + 1}` : `${host}:${i + 1}`));
    expect(await world.requestIds()).toEqual(all.sort());
  });
  await fc.assert(property, { numRuns: CASES, seed, endOnFailure: true });
  expect(found, "rows found only by the second read").toBeGreaterThan(0);
});
