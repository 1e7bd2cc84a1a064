import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOUR_MS } from "#core/domain/time.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { totalHours } from "#core/services/rollup/total-hours.ts";
import type { Database } from "#core/storage/database.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { until } from "#tests/support/limits.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";
import { expectRolledEqualsRaw } from "./rollup/rolled-equals-raw.ts";
import { usageStream } from "./rollup/usage-stream.ts";

const NOW = Date.parse("2026-05-28T00:00:00Z");
const ENDLESS_WORKER = fileURLToPath(new URL("./rollup/endless-worker.ts", import.meta.url));
/** The fast tier tries every sixth fault. */
const EVERY = inTier({ fast: 6, full: 1 });
const KILLS = inTier({ fast: 2, full: 10 });
const clock = { now: () => Date.now() };
const context = (db: Database) => ({ db, clock, requestId: "test" });

let server: TestDatabase;
let stored = 0;
beforeAll(async () => {
  server = await startPatientDatabase();
  // So that every hour that gets rows has been checked before, and gets totals.
  const checked = [Math.ceil(NOW / HOUR_MS)];
  await writeBatch(server.db, [{ sql: "UPDATE hourly_totals_state SET next_hour = ?", args: checked }]);
});
afterAll(() => server.stop());

async function storeMore(count: number) {
  await insertUsage(server.db, usageStream(count, { now: NOW, first: stored }));
  stored += count;
}

/** A database whose tallies all count as too long, so that every run also packs. */
const loosenAll = () =>
  server.db.$client.batch(
    ["hourly_usage", "hourly_series", "daily_series"].map((table) => `UPDATE ${table} SET packed = -127`),
    "write",
  );

async function rollUpAndBuild(db: Database) {
  await rollUpUsage(context(db), { chunkRows: 12 });
  await totalHours(context(db), { few: 0, chunkHours: 7, maxChecks: 1 });
  await buildDays(context(db));
}

async function runWithFault(call: number, fault: Fault) {
  await storeMore(30);
  await loosenAll();
  const faulty = faultyDatabase(server.db, call, fault);
  const outcome = await rollUpAndBuild(faulty.db).catch((error: unknown) => error);
  return { outcome, trips: faulty.trips };
}

it("loses and repeats nothing when the worker dies at any statement, or before it receives the response", async () => {
  await runWithFault(-1, { at: "before" });
  const { trips } = await runWithFault(-1, { at: "before" });
  expect(trips.length).toBeGreaterThan(5);
  const faults = trips.flatMap(({ statements }, call) => [
    { call, fault: { at: "before" } as const },
    { call, fault: { at: "after" } as const },
    ...Array.from({ length: statements + (statements > 1 ? 1 : 0) }, (_, index) => ({
      call,
      fault: { at: "inside", index } as const,
    })),
  ]);
  for (const { call, fault } of faults.filter((_, index) => index % EVERY === 0)) {
    const { outcome } = await runWithFault(call, fault);
    const name = `trip ${call} ${JSON.stringify(fault)}`;
    expect(outcome, name).toBeInstanceOf(Error);
    await expectRolledEqualsRaw(server.db, name);
    await rollUpUsage(context(server.db));
    await buildDays(context(server.db));
    expect(await expectRolledEqualsRaw(server.db, `after ${name}`), name).toBe(stored);
  }
});

const RACED = inTier({ fast: 600, full: 3000 });

it("counts every row once when two crons run at the same time", async () => {
  await storeMore(RACED);
  const other = openPatientDatabase(server.url);
  const reports = await Promise.all([
    rollUpUsage(context(server.db), { chunkRows: 110 }),
    rollUpUsage(context(other), { chunkRows: 70 }),
  ]);
  await Promise.all([buildDays(context(server.db)), buildDays(context(other))]);
  expect(reports.map(({ rows }) => rows).reduce((a, b) => a + b)).toBe(RACED);
  expect(await expectRolledEqualsRaw(server.db, "two crons")).toBe(stored);
});

async function startEndlessWorker() {
  const worker = spawn(process.execPath, [ENDLESS_WORKER, server.url], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<"ended">((resolve) => worker.once("exit", () => resolve("ended")));
  const started = new Promise<"started">((resolve) => worker.stdout.once("data", () => resolve("started")));
  expect(await Promise.race([started, ended])).toBe("started");
  return { worker, ended };
}

const watermark = async () =>
  Number((await server.db.$client.execute("SELECT max(last_id) FROM rollup_state")).rows[0]?.[0] ?? 0);

/** Until it has stored a chunk, so that it is killed while it works on a later one. */
const chunkStored = (before: number) => until(async () => (await watermark()) !== before);

it("continues where it was after the database or the worker is killed in the middle", async () => {
  await storeMore(inTier({ fast: 6000, full: 60_000 }));
  const watermarks: number[] = [];
  for (let round = 0; round < KILLS; round++) {
    const before = await watermark();
    const { worker, ended } = await startEndlessWorker();
    await chunkStored(before);
    if (round % 2 === 0) await server.crashAndRestart();
    worker.kill("SIGKILL");
    await ended;
    watermarks.push(await expectRolledEqualsRaw(server.db, `kill ${round}`));
    await storeMore(2000);
  }
  expect(new Set(watermarks).size).toBeGreaterThan(1);
  await rollUpUsage(context(server.db));
  expect(await expectRolledEqualsRaw(server.db, "at the end")).toBe(stored);
});
