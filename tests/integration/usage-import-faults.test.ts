import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { UsageSource } from "#core/ports.ts";
import { openPatientDatabase } from "#tests/support/patient-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";
import { faultySource } from "./usage-import/faulty-source.ts";
import { type ImportWorld, NOW, newUserId, startImportWorld } from "./usage-import/import-world.ts";

const HOUR_MS = 3_600_000;
const PAGES = { pageRows: 3 };
/** The fast tier tries every eighth kill. */
const EVERY = inTier({ fast: 8, full: 1 });

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const names = (count: number) => Array.from({ length: count }, (_, i) => `r${String(i).padStart(4, "0")}`);
let written = 0;
function writeRows(count: number) {
  const user_id = newUserId();
  const ids = Array.from({ length: count }, (_, i) => written + i);
  world.write(...ids.map((n) => ({ id: n + 1, request_id: names(n + 1)[n] ?? "", user_id })));
  // A row that nobody owns, so that the run also sets one aside.
  world.write({ id: written + count + 1 });
  written += count + 1;
  return ids.map((n) => names(n + 1)[n] ?? "");
}

/** A row that was set aside long ago and is usable now; the reads have passed it. */
async function correctedRow() {
  world.write({ id: 0, request_id: "corrected", user_id: newUserId() });
  const aside =
    "INSERT INTO usage_import_set_aside (source, source_id, reason, tried_at) VALUES (?, 0, 'cost', ?)";
  await world.query(aside, world.newSource().name, NOW);
}

/** The last run has pages of both reads and rows to retry; it hits the fault. */
async function runsWith(
  databaseCall: number,
  fault: Fault,
  sourceCall = -1,
  at: "before" | "after" = "before",
) {
  await world.clear();
  written = 0;
  world.clock.time = NOW;
  const expected = ["corrected", ...writeRows(5)];
  await correctedRow();
  await world.run(PAGES);
  world.clock.time += 1;
  await world.run(PAGES);
  world.clock.time += HOUR_MS;
  expected.push(...writeRows(5));
  const faulty = faultyDatabase(world.database.db, databaseCall, fault);
  const source = faultySource(world.newSource(), sourceCall, at);
  const outcome = await world.run(PAGES, faulty.db, source).catch((error: unknown) => error);
  return { outcome, expected, trips: faulty.trips, calls: source.calls() };
}

/** Up to each stored position, all rows are imported, whatever a later read would find. */
async function expectNothingBehind(name: string) {
  const [place] = await world.query("SELECT max(head, tail) AS id FROM usage_imports");
  const rows = world.table.prepare(
    "SELECT request_id AS id FROM api_usage WHERE id BETWEEN 1 AND ? AND user_id <> ''",
  );
  const stored = await world.requestIds();
  const missing = rows.all(Number(place?.id ?? 0)).filter(({ id }) => !stored.includes(String(id)));
  expect(missing, name).toEqual([]);
}

it("loses and repeats nothing when it is killed at any page, before or after any call", async () => {
  const { trips, calls, outcome } = await runsWith(-1, { at: "before" });
  expect(outcome).toMatchObject({ caughtUp: true });
  expect([trips.length, calls]).toEqual([expect.toSatisfy((n) => n > 14), expect.toSatisfy((n) => n > 5)]);
  const databaseFaults = trips.flatMap(({ statements }, call) => {
    const inside = statements > 1 ? [{ at: "inside", index: statements - 1 } as const] : [];
    const faults = [{ at: "before" } as const, { at: "after" } as const, ...inside];
    return faults.map((fault) => ({ call, fault, source: -1, at: "before" as const }));
  });
  const sourceFaults = Array.from({ length: calls }, (_, source) =>
    (["before", "after"] as const).map((at) => ({ call: -1, fault: { at: "before" } as const, source, at })),
  ).flat();
  const faults = [...databaseFaults, ...sourceFaults].filter((_, index) => index % EVERY === 0);
  for (const { call, fault, source, at } of faults) {
    const name = JSON.stringify({ call, fault, source, at });
    const { outcome, expected } = await runsWith(call, fault, source, at);
    expect(outcome, name).toBeInstanceOf(Error);
    await expectNothingBehind(name);
    expect(await world.run(PAGES), name).toMatchObject({ caughtUp: true });
    expect(await world.requestIds(), name).toEqual(expected);
  }
});

it("imports each row once when two runs overlap", async () => {
  written = 0;
  world.clock.time = NOW;
  const expected = writeRows(60);
  const other = openPatientDatabase(world.database.url);
  const reports = await Promise.all([world.run(PAGES), world.run({ pageRows: 4 }, other)]);
  expect(reports.map(({ rows }) => rows).reduce((a, b) => a + b)).toBe(60);
  expect(await world.requestIds()).toEqual(expected);
});

it("stops at its page limit and continues in the next run", async () => {
  written = 0;
  world.clock.time = NOW;
  const expected = writeRows(40);
  expect(await world.run({ pageRows: 5, maxPages: 3 })).toMatchObject({ rows: 15, caughtUp: false });
  world.clock.time += 3 * HOUR_MS;
  const never: UsageSource = { ...world.newSource() };
  expect(await world.run({ maxMs: 0 }, world.database.db, never)).toMatchObject({ read: 0, caughtUp: false });
  for (let i = 0; i < 9; i++) {
    world.clock.time += 3 * 60_000;
    await world.run({ pageRows: 5, maxPages: 6 });
  }
  expect(await world.requestIds()).toEqual(expected);
});
