import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rebuildRollup } from "#core/services/rollup/rebuild-rollup.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { findUnits, rebuildHour } from "#core/storage/rollup-rebuild.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { runRebuild } from "#scripts/rollup/run-rebuild.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier, runs } from "#tests/support/tier.ts";
import { expectEqualToScan } from "./rollup/brute-force.ts";
import { damage, EACH_DAMAGE, someDamage, TABLES } from "./rollup/damage.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";
import { history, instantOf } from "./rollup/random-usage.ts";
import { expectRolledEqualsRaw } from "./rollup/rolled-equals-raw.ts";
import { analyticsAt, giveMembers, newUsageAccount, totalAllHours } from "./rollup/usage-account.ts";
import { usageStream } from "./rollup/usage-stream.ts";

const CASES = runs(60);
/** The fast tier lets it die at every ninth statement. */
const EVERY = inTier({ fast: 9, full: 1 });
const SEED = Number(process.env.REBUILD_SEED ?? 20260528);
const NOW = Date.parse("2026-05-28T09:12:34.567Z");
const EVER = { firstDay: Math.floor(NOW / DAY_MS) - 400, lastDay: Math.floor(NOW / DAY_MS) + 100 };

let server: TestDatabase;
let other: Database;
beforeAll(async () => {
  server = await startPatientDatabase();
  other = openPatientDatabase(server.url);
  vi.stubEnv("LIBSQL_URL", server.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const at = (db: Database, now = NOW) => ({ db, clock: { now: () => now }, requestId: "test" });

const damaged = fc.record({
  story: history,
  damages: fc.array(someDamage, { minLength: 1, maxLength: 6, size: "max" }),
  rolled: fc.nat({ max: 100 }),
  beside: fc.boolean(),
});

it(`after a rebuild the roll-up matches the raw rows, whatever was wrong with it (${CASES} histories)`, async () => {
  let found = 0;
  const property = fc.asyncProperty(damaged, async ({ story, damages, rolled, beside }) => {
    const me = await newUsageAccount(server.db);
    const rows = story.rows.map(({ when, stranger: _, key, ...figures }): UsageRow => {
      const ids = { requestId: crypto.randomUUID(), accountId: me.id, keyId: me.keys[key % 3]?.id ?? 0 };
      return { ...figures, ...ids, timestamp: instantOf(when, story) };
    });
    const already = rows.slice(0, Math.ceil((rows.length * rolled) / 100));
    await insertUsage(server.db, already);
    await giveMembers(server.db, me.id);
    await rollUpUsage(at(server.db));
    await totalAllHours(server.db);
    await buildDays(at(server.db));
    for (const one of damages) await damage(server.db, me.id, one);

    const request = { ...EVER, account: me.id };
    const checked = await rebuildRollup(at(server.db), { ...request, dryRun: true });
    const rest = insertUsage(other, rows.slice(already.length));
    const [report] = await Promise.all([
      rebuildRollup(at(server.db), request),
      ...(beside ? [rest.then(() => rollChunk(other, 7)).then(() => rollChunk(other, 5))] : [rest]),
    ]);
    expect(report).toMatchObject({ accounts: 1, left: 0 });
    expect(await rebuildRollup(at(server.db), { ...request, dryRun: true })).toMatchObject({ differed: 0 });
    // Rows that arrive meanwhile open their day, whose own rows are then not compared.
    if (!beside) expect(report.differed > 0).toBe(checked.differed > 0);
    if (checked.differed > 0) found++;

    for (const range of ["24h", "7d", "30d"] as const) {
      const question = { range, tz: story.zone };
      const response = await analyticsAt(server.db, me.id, story.now, question);
      expectEqualToScan(response, rows, { ...question, now: story.now, keyId: null, endpoint: null });
    }
  });
  await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: process.env.SHRINK !== "1" });
  expect(found).toBeGreaterThan(CASES / 2);
  await rollUpUsage(at(server.db));
  await expectRolledEqualsRaw(server.db, "at the end");
});

it.each(EACH_DAMAGE.filter((_, index) => index % inTier({ fast: 6, full: 1 }) === 0))(
  "finds and repairs a single bucket that is wrong: $kind in $table",
  async (wrong) => {
    const { id, keys } = await newUsageAccount(server.db);
    const rows = usageStream(12, { now: NOW, first: 4_000_000 });
    await insertUsage(
      server.db,
      rows.map((row, i) => ({
        ...row,
        requestId: crypto.randomUUID(),
        accountId: id,
        keyId: keys[i % 3]?.id ?? 0,
      })),
    );
    await rollUpUsage(at(server.db));
    await totalAllHours(server.db);
    await buildDays(at(server.db));
    const request = { ...EVER, account: id };
    expect(await rebuildRollup(at(server.db), { ...request, dryRun: true })).toMatchObject({ differed: 0 });
    expect(await damage(server.db, id, wrong)).toBe(true);
    const found = await rebuildRollup(at(server.db), { ...request, dryRun: true });
    expect(found.differed).toBeGreaterThan(0);
    const mended = await rebuildRollup(at(server.db), request);
    expect(mended.left).toBe(0);
    expect(mended.differed).toBeGreaterThan(0);
    expect(mended.differed).toBeLessThanOrEqual(found.differed);
    expect(await rebuildRollup(at(server.db), { ...request, dryRun: true })).toMatchObject({ differed: 0 });
  },
);

/** Above the numbers that the other tests' accounts get. */
const STREAM_ACCOUNTS = 1_000_000;
let streamed = 0;
async function streamMore(count: number) {
  const rows = usageStream(count, { now: NOW, first: streamed });
  streamed += count;
  await insertUsage(
    server.db,
    rows.map((row) => ({ ...row, accountId: STREAM_ACCOUNTS + row.accountId })),
  );
  await rollUpUsage(at(server.db));
  await buildDays(at(server.db));
}

it("leaves nothing half done when it dies at any statement, and repairs the rest when it is run again", async () => {
  await streamMore(70);
  const account = STREAM_ACCOUNTS + 1;
  const request = { ...EVER, account };
  const spoil = () =>
    writeBatch(
      server.db,
      TABLES.map((table) => {
        const sum = table === "daily_units" ? "quantity" : "requests";
        return { sql: `UPDATE ${table} SET ${sum} = ${sum} + 1 WHERE account_id = ?1`, args: [account] };
      }),
    );
  const run = async (call: number, fault: Fault) => {
    await spoil();
    const faulty = faultyDatabase(server.db, call, fault);
    const outcome = await rebuildRollup(at(faulty.db), request).catch((error: unknown) => error);
    return { outcome, trips: faulty.trips };
  };
  const { trips, outcome } = await run(-1, { at: "before" });
  expect(outcome).toMatchObject({ left: 0 });
  const sizes = trips.map(({ statements }) => statements);
  // Retention, units, then the first hour read, rebuilt and read again; then its day is built, in the longest one.
  expect(sizes.slice(0, 5)).toEqual([1, 2, 8, 9, 8]);
  let tried = 0;
  for (const call of [0, 1, 2, 3, 4, sizes.indexOf(Math.max(...sizes))]) {
    const statements = sizes[call] ?? 0;
    const inside = Array.from({ length: statements }, (_, index) => ({ at: "inside", index }) as const);
    for (const fault of [{ at: "before" } as const, { at: "after" } as const, ...inside]) {
      if (tried++ % EVERY !== 0) continue;
      const name = `trip ${call} ${JSON.stringify(fault)}`;
      const { outcome: died } = await run(call, fault);
      expect(died, name).toBeInstanceOf(Error);
      const chunk = await server.db.$client.execute("SELECT count(*) AS n FROM rollup_chunk");
      expect(chunk.rows[0]?.n, name).toBe(0);
      expect(await rebuildRollup(at(server.db), request), name).toMatchObject({ left: 0 });
      await expectRolledEqualsRaw(server.db, name);
    }
  }
});

/** The command's output, as an operator sees it. */
async function command(...words: string[]) {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  return { code: await runRebuild(words, { log: note, error: note }), lines };
}

it("the command reports what it found and did for each account, and its exit code says whether all is well", async () => {
  const { id } = await newUsageAccount(server.db);
  const rows = usageStream(3, { now: NOW, first: 5_000_000 });
  const timestamp = Date.parse("2026-05-20T23:59:59.999Z");
  await insertUsage(
    server.db,
    rows.map((row) => ({
      ...row,
      accountId: id,
      keyId: 5,
      endpoint: "/v1/models",
      model: "mini",
      timestamp,
    })),
  );
  await rollUpUsage(at(server.db));
  await buildDays(at(server.db));
  await writeBatch(server.db, [
    { sql: "UPDATE daily_series SET cost_micros = 0 WHERE account_id = ?1 AND key_id = 0", args: [id] },
  ]);
  const days = ["--from", "2026-05-20", "--to", "2026-05-20", "--account", String(id)];
  expect(await command(...days, "--dry-run")).toEqual({
    code: 1,
    lines: [`Account ${id}: 11 buckets, 1 wrong.`, "1 accounts: 11 buckets, 1 wrong."],
  });
  const done = "11 buckets, 1 wrong, 0 still wrong after rebuilding.";
  expect(await command(...days)).toEqual({
    code: 0,
    lines: [`Account ${id}: ${done}`, `1 accounts: ${done}`],
  });
  expect((await command(...days, "--dry-run")).code).toBe(0);
  const elsewhere = await command("--from", "2026-05-19", "--to", "2026-05-19", "--account", String(id));
  expect(elsewhere.lines.at(-1)).toBe("1 accounts: 0 buckets, 0 wrong, 0 still wrong after rebuilding.");
  const rest = await command("--from", "2026-05-20", "--to", "2026-05-20", "--after", String(id - 1));
  expect(rest.lines[0]).toMatch(new RegExp(`^Account ${id}: `));
});

it.each([
  [["--to", "2026-05-20"], "--from is missing."],
  [["--from", "2026-05-20", "--to", "2026-05-19"], "--to must not be before --from."],
  [["--from", "2026-02-30", "--to", "2026-05-19"], "--from must be a day"],
  [["--from", "2026-05-20", "--to", "2026-05-20", "--after", "x"], "--after must be the number"],
  [["--from", "2026-05-20", "--to", "2026-05-20", "--force"], "Unknown option '--force'"],
])("the command called with %j reports the problem and how to call it", async (words, message) => {
  const { code, lines } = await command(...words);
  expect(code).toBe(2);
  expect(lines.join()).toContain(message);
  expect(lines.join()).toContain("Usage: npm run rebuild-rollup");
});

it("refuses days whose raw rows have been retired, even when that happens while it runs", async () => {
  await streamMore(40);
  const account = STREAM_ACCOUNTS + 2;
  const { hours } = await findUnits(server.db, account, { first: EVER.firstDay, end: EVER.lastDay });
  const buckets = "SELECT * FROM hourly_usage NATURAL LEFT JOIN hourly_series WHERE account_id = ?1";
  const read = () => server.db.$client.execute({ sql: buckets, args: [account] });
  const { rows: before } = await read();
  expect(before.length).toBeGreaterThan(0);

  await retireUsage(at(server.db, NOW + 80 * DAY_MS));
  const refusal = await command("--from", "2026-05-20", "--to", "2026-05-20");
  expect(refusal).toEqual({
    code: 1,
    lines: ["Raw rows are complete from 2026-06-12 on; earlier days cannot be rebuilt."],
  });
  for (const hour of hours) await rebuildHour(server.db, { account, hour });
  expect((await read()).rows).toEqual(before);
});
