import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import { RETENTION_DAYS } from "#core/domain/usage.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { retireRows } from "#core/storage/retention.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import type { OnHeld } from "#core/storage/rollup-timing.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { eventually } from "#tests/support/limits.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { usageStream } from "./rollup/usage-stream.ts";

const NOW = Date.parse("2026-05-28T09:12:34.567Z");
/** Long enough to be seen in a time that should not contain it. */
const HOLD_MS = 300;
/** The server tells its time in whole milliseconds. */
const ROUNDED_MS = 2;

let server: TestDatabase;
let other: Database;
let stored = 0;
beforeAll(async () => {
  server = await startPatientDatabase();
  other = openPatientDatabase(server.url);
});
afterAll(() => server.stop());

async function storeMore(db: Database, count: number, now = NOW) {
  const rows = usageStream(count, { now, first: stored });
  stored += count;
  await insertUsage(db, rows);
}

/** The client begins its transaction with the first statement. The server's checkpoint can be in the way for a moment. */
const holdLock = () =>
  eventually(async () => {
    const writer = await other.$client.transaction("write");
    await writer.execute("UPDATE rollup_state SET last_id = last_id");
    return writer;
  });

it.each<[string, (onHeld: OnHeld) => Promise<unknown>]>([
  ["rolls up", (onHeld) => rollChunk(server.db, 10, onHeld)],
  ["retires", (onHeld) => retireRows(server.db, [], { retiredBefore: 0, nextAccount: null }, onHeld)],
])(
  "a chunk that %s measures how long it held the lock, without its wait for another writer",
  async (_, work) => {
    const held: number[] = [];
    const writer = await holdLock();
    const chunk = work((ms) => held.push(ms));
    await sleep(HOLD_MS);
    const released = performance.now();
    await writer.rollback();
    await chunk;
    expect(held).toHaveLength(1);
    expect(held[0]).toBeGreaterThanOrEqual(0);
    expect(held[0]).toBeLessThan(performance.now() - released + ROUNDED_MS);
  },
);

it("a roll-up sizes its chunks by that time, and reports it", async () => {
  await storeMore(server.db, 3000);
  const writer = await holdLock();
  const rolling = rollUpUsage({ db: server.db, clock: { now: () => NOW }, requestId: "test" });
  await sleep(HOLD_MS);
  const released = performance.now();
  await writer.rollback();
  const rolled = await rolling;
  expect(rolled).toMatchObject({ rows: 3000, caughtUp: true });
  expect(rolled.worstChunkMs).toBeGreaterThan(0);
  expect(rolled.worstChunkMs).toBeLessThan(performance.now() - released + ROUNDED_MS);
});

it("counts every row once beside a writer, and retires what is old", async () => {
  await storeMore(server.db, 4000, NOW - 2 * RETENTION_DAYS * DAY_MS);
  const ctx = { db: server.db, clock: { now: () => NOW }, requestId: "test" };
  let running = true;
  const writing = (async () => {
    while (running) await storeMore(other, 50);
  })();
  const rolled = await rollUpUsage(ctx, { chunkRows: 400 });
  const retired = await retireUsage(ctx, { chunkRows: 400 });
  running = false;
  await writing;
  expect(rolled.rows).toBeGreaterThanOrEqual(4000);
  expect(retired).toMatchObject({ rows: 4000, done: true });
  await rollUpUsage(ctx);
  await buildDays({ ...ctx, clock: { now: () => NOW + 2 * DAY_MS } });
  const { rows } = await server.db.$client.execute(
    "SELECT sum(requests) AS n FROM daily_series WHERE key_id = 0",
  );
  expect(rows[0]?.n).toBe(stored);
});
