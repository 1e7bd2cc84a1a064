import { afterAll, beforeAll, expect, it } from "vitest";
import { RANGES } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { expectEqualToScan } from "./rollup/brute-force.ts";
import { scannedDatabase } from "./rollup/scanned-database.ts";
import { analyticsAt, newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";
import { usageStream } from "./rollup/usage-stream.ts";

const READS = inTier({ fast: 20, full: 60 });
const BATCHES = inTier({ fast: 30, full: 80 });
const START = Date.parse("2026-03-29T00:20:00Z");
const ZONES = ["UTC", "Europe/Lisbon", "Asia/Kathmandu", "Asia/Kolkata"];

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** Current rows, late rows, future rows and old ones, one batch at a time. */
async function writeBatches(me: UsageAccount, clock: { now: () => number }, [from, to]: [number, number]) {
  const db = openPatientDatabase(server.url);
  for (let batch = from; batch < to; batch++) {
    const rows = usageStream(40, { now: clock.now(), first: batch * 40 }).map((row, i) => {
      const keyId = me.keys[i % me.keys.length]?.id ?? row.keyId;
      const timestamp = [clock.now(), clock.now() - i * 61_000, clock.now() + HOUR_MS / 3, row.timestamp][
        i % 4
      ];
      return i % 5 === 0 ? row : { ...row, accountId: me.id, keyId, timestamp: timestamp ?? row.timestamp };
    });
    await insertUsage(db, rows);
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

async function rollWhile(going: () => boolean, chunkRows: number) {
  const ctx = { db: openPatientDatabase(server.url), clock: { now: () => START }, requestId: "cron" };
  let rows = 0;
  do rows += (await rollUpUsage(ctx, { chunkRows })).rows;
  while (going());
  return rows;
}

it("returns the same as a scan at the same instant while rows arrive and two crons run", async () => {
  const me = await newUsageAccount(server.db);
  let now = START;
  let behind = 0;
  let going = true;
  const clock = { now: () => now };
  // The first read finds rows that nobody has rolled up.
  await writeBatches(me, clock, [0, 1]);
  let writing = Promise.resolve();
  let rolling: Promise<number>[] = [];
  for (let read = 0; read < READS; read++) {
    now = START + read * 4 * 60_000;
    const range = RANGES[read % RANGES.length] ?? "24h";
    const tz = ZONES[read % ZONES.length] ?? "UTC";
    const { db, scan } = scannedDatabase(server.db, me.id);
    const response = await analyticsAt(db, me.id, now, { range, tz });
    expectEqualToScan(response, scan.rows, { range, tz, now, keyId: null, endpoint: null });
    behind += Number(scan.behind);
    if (read > 0) continue;
    writing = writeBatches(me, clock, [1, BATCHES]);
    rolling = [7, 31].map((chunkRows) => rollWhile(() => going, chunkRows));
  }
  await writing;
  going = false;
  const rolled = await Promise.all(rolling);
  await rollUpUsage({ db: server.db, clock: { now: () => now }, requestId: "last" });
  expect(behind, "reads with rows not rolled up yet").toBeGreaterThan(0);
  expect(sum(rolled)).toBeGreaterThan(0);
  const { db, scan } = scannedDatabase(server.db, me.id);
  const last = await analyticsAt(db, me.id, now + DAY_MS, { range: "7d", tz: "UTC" });
  expect(scan.behind).toBe(false);
  expectEqualToScan(last, scan.rows, {
    range: "7d",
    tz: "UTC",
    now: now + DAY_MS,
    keyId: null,
    endpoint: null,
  });
});
