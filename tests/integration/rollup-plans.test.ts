import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#core/storage/database.ts";
import { readPending } from "#core/storage/health.ts";
import { readKeyDays, withAccountSpending, withSpending } from "#core/storage/key-spending.ts";
import { readRefusals, retireRefusals } from "#core/storage/refusals.ts";
import { findOldUsage, retireRows } from "#core/storage/retention.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { buildDay, buildDaysBefore } from "#core/storage/rollup-days.ts";
import { findNextAccount, findUnits, openDay, readUnit, rebuildHour } from "#core/storage/rollup-rebuild.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

type Sent = string | { sql: string; args: (string | number)[] };
const TABLES =
  /\b(u|r|api_usage|key_refusals|open_days|(hourly|daily)_(series|usage|endpoints|models|units))\b/;

/** The access paths of `work`'s statements to the tables that grow. */
async function accessesOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const db = openPatientDatabase(server.url);
  const single = vi.spyOn(db.$client, "execute");
  const batch = vi.spyOn(db.$client, "batch");
  await work(db);
  // `writeBatch` and the storage functions call these with statements alone, as text or as objects.
  const sent = [...single.mock.calls, ...batch.mock.calls].flatMap(([first]) => first) as unknown as Sent[];
  const statements = sent.map((one) => (typeof one === "string" ? { sql: one, args: [] } : one));
  const plans = await Promise.all(
    statements.map(({ sql, args }) => server.db.$client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })),
  );
  const details = plans.flatMap(({ rows }) => rows.map((row) => String(row.detail)));
  return [
    ...new Set(details.filter((detail) => /^(SCAN|SEARCH)/.test(detail) && TABLES.test(detail))),
  ].sort();
}

const BY_ID = "SEARCH api_usage USING INTEGER PRIMARY KEY";
const OF_ACCOUNT = "INDEX api_usage_account_time (account_id=?";

test("a chunk of the roll-up reads the raw rows that it claimed by their IDs, and tallies that are too long", async () => {
  expect(await accessesOf((db) => rollChunk(db, 10))).toEqual([
    "SCAN daily_series USING INDEX daily_series_loose",
    "SCAN hourly_series USING INDEX hourly_series_loose",
    "SCAN hourly_usage USING INDEX hourly_usage_loose",
    `${BY_ID} (rowid>? AND rowid<?)`,
    `${BY_ID} (rowid>?)`,
  ]);
});

test("building days reads the oldest marks, and the hours of these alone", async () => {
  expect(await accessesOf((db) => buildDaysBefore(db, { before: 10, limit: 10 }))).toEqual([
    "SEARCH daily_endpoints USING PRIMARY KEY (day=? AND account_id=?)",
    "SEARCH daily_models USING PRIMARY KEY (day=? AND account_id=?)",
    "SEARCH daily_series USING PRIMARY KEY (account_id=? AND day=?)",
    "SEARCH daily_units USING PRIMARY KEY (day=? AND account_id=?)",
    "SEARCH hourly_series USING PRIMARY KEY (hour=? AND account_id=?)",
    "SEARCH hourly_usage USING PRIMARY KEY (hour=? AND account_id=?)",
    "SEARCH open_days USING PRIMARY KEY (day<?)",
    "SEARCH open_days USING PRIMARY KEY (day=? AND account_id=?)",
    "SEARCH r USING PRIMARY KEY (hour=? AND account_id=?)",
  ]);
});

test("rows that are not rolled up yet are counted from the watermark on", async () => {
  expect(await accessesOf(readPending)).toEqual([`${BY_ID} (rowid>?)`]);
});

test("the spend of keys is looked up by key and day, and among the rows that are not rolled up yet", async () => {
  const day = "SEARCH r USING PRIMARY KEY (account_id=? AND day=? AND key_id=?)";
  const looked = [
    day,
    "SEARCH r USING PRIMARY KEY (hour=? AND account_id=? AND key_id=?)",
    "SEARCH u USING INTEGER PRIMARY KEY (rowid>?)",
  ];
  const budgets = [{ keyId: 1, period: "month" as const }];
  expect(await accessesOf((db) => withSpending(db, 1, { budgets, at: 0 }))).toEqual(looked);
  const days = { keyId: 1, from: 20_000, to: 20_060 };
  expect(await accessesOf((db) => readKeyDays(db, 1, days))).toEqual(looked);
  const limits = [{ period: "month" as const }];
  expect(await accessesOf((db) => withAccountSpending(db, 1, { limits, at: 0 }))).toEqual([
    day,
    "SEARCH r USING PRIMARY KEY (hour=? AND account_id=?)",
    "SEARCH u USING INTEGER PRIMARY KEY (rowid>?)",
  ]);
});

test("retiring jumps from account to account and reads the old rows of each from the index alone", async () => {
  const due = { retiredBefore: 5, nextAccount: 0 };
  expect(await accessesOf((db) => findOldUsage(db, due, 10))).toEqual([
    "SEARCH api_usage USING COVERING INDEX api_usage_account_time (account_id>?)",
    `SEARCH u USING COVERING ${OF_ACCOUNT} AND timestamp<?)`,
  ]);
  expect(await accessesOf((db) => retireRows(db, [1, 2], { ...due, nextAccount: 3 }))).toEqual([
    `${BY_ID} (rowid=?)`,
  ]);
});

test("refused requests are looked up by account and hour, and retired by their hour", async () => {
  const span = { accountId: 1, keyId: 0, from: 1, to: 2 };
  expect(await accessesOf((db) => readRefusals(db, span))).toEqual([
    "SEARCH key_refusals USING PRIMARY KEY (account_id=? AND hour>? AND hour<?)",
  ]);
  expect(await accessesOf((db) => retireRefusals(db, 5, 10))).toEqual([
    "SEARCH key_refusals USING COVERING INDEX key_refusals_hour (hour<?)",
    "SEARCH key_refusals USING COVERING INDEX key_refusals_hour (hour=? AND account_id=? AND key_id=?)",
  ]);
});

test("a rebuild reads and writes the raw rows and buckets of its account and hour or day", async () => {
  const all = await accessesOf(async (db) => {
    await findNextAccount(db, 1);
    await findUnits(db, 1, { first: 20_000, end: 20_002 });
    const [hour, day] = [
      { account: 1, hour: 480_000 },
      { account: 1, day: 20_000 },
    ];
    await readUnit(db, hour);
    await rebuildHour(db, hour);
    await readUnit(db, day);
    await openDay(db, day);
    await buildDay(db, day);
  });
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((access) => access.startsWith("SCAN"))).toEqual([]);
  expect(all.filter((access) => !/account_id[=>]\?/.test(access))).toEqual([]);
  expect(all.filter((access) => !/(hour|day)=\?|timestamp[<>]|account_id>\?/.test(access))).toEqual([]);
});
