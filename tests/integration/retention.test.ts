import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import { keptFrom, RETENTION_DAYS, RETENTION_DAYS_LEAST, type UsageRow } from "#core/domain/usage.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { readRetention } from "#core/storage/retention.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { expectEqualToScan } from "./rollup/brute-force.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";
import { ALL_FIGURES, filterOf, type History, history, instantOf, type Step } from "./rollup/random-usage.ts";
import { expectOnlyOldRowsGone, firstKeptInstant } from "./rollup/retained.ts";
import { analyticsAt, newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";
import { usageStream } from "./rollup/usage-stream.ts";

const CASES = inTier({ fast: 6, full: 150 });
const SEED = Number(process.env.RETENTION_SEED ?? 20260528);
const NOW = Date.parse("2026-05-28T09:12:34.567Z");
/** Above the numbers that the other tests' accounts get. */
const STREAM_ACCOUNTS = 1_000_000;

let server: TestDatabase;
let other: Database;
beforeAll(async () => {
  server = await startPatientDatabase();
  other = openPatientDatabase(server.url);
});
afterAll(() => server.stop());

const at = (db: Database, now: number) => ({ db, clock: { now: () => now }, requestId: "test" });
const rollAll = () => rollChunk(server.db, 1_000_000);
/** Time moves back between two tests, which never happens to a database. */
const forgetRetirement = () =>
  writeBatch(server.db, ["UPDATE usage_retention SET retired_before = 0, next_account = NULL"]);

/**
 * A row as a story makes it, but so old that it may be deleted: just before the retained days, or long before
 * them.
 */
const oldRow = fc.record({
  before: fc.oneof(fc.integer({ min: 1, max: 40 * DAY_MS }), fc.constantFrom(1, 2, DAY_MS, DAY_MS + 1)),
  key: fc.integer({ min: 0, max: 2 }),
  place: fc.nat(),
});
const retirement = fc.record({
  afterStep: fc.nat({ max: 20 }),
  chunkRows: fc.integer({ min: 1, max: 20 }),
  maxChunks: fc.constantFrom(1, 2, 100),
  concurrent: fc.boolean(),
  crashAt: fc.option(fc.nat({ max: 6 }), { freq: 3 }),
  days: fc.constantFrom(RETENTION_DAYS_LEAST, RETENTION_DAYS_LEAST, RETENTION_DAYS),
});
type Retirement = typeof retirement extends fc.Arbitrary<infer Value> ? Value : never;
const retiredHistory = fc.record({
  story: history,
  old: fc.array(oldRow, { maxLength: 40, size: "max" }),
  retirements: fc.array(retirement, { minLength: 1, maxLength: 8, size: "max" }),
});
type RetiredHistory = typeof retiredHistory extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Plays a history in which old rows are retired occasionally; results are compared with all rows that ever
 * existed.
 */
class Play {
  readonly #me: UsageAccount;
  readonly #story: History;
  readonly #queue: UsageRow[];
  readonly #stored: UsageRow[] = [];
  reads = 0;

  constructor(me: UsageAccount, { story, old }: RetiredHistory) {
    this.#me = me;
    this.#story = story;
    const row = (key: number, timestamp: number, rest: Partial<UsageRow>): UsageRow => ({
      requestId: crypto.randomUUID(),
      accountId: me.id,
      keyId: me.keys[key]?.id ?? 0,
      timestamp,
      endpoint: "/v1/models",
      statusCode: 200,
      responseTime: 17,
      costMicros: 5,
      tokensIn: 1,
      tokensOut: 1,
      ...rest,
    });
    this.#queue = story.rows.map(({ when, stranger: _, key, ...figures }) =>
      row(key % 3, instantOf(when, story), figures),
    );
    const from = firstKeptInstant(story.now, RETENTION_DAYS_LEAST);
    for (const { before, key, place } of old) {
      this.#queue.splice(place % (this.#queue.length + 1), 0, row(key, from - before, {}));
    }
  }

  async run(retirements: readonly Retirement[]): Promise<void> {
    for (const [index, step] of this.#story.steps.entries()) {
      await this.#do(step);
      for (const due of retirements.filter(({ afterStep }) => afterStep === index)) await this.#retire(due);
    }
    await this.#insert(this.#queue.length);
    await rollAll();
    const { now } = this.#story;
    const days = RETENTION_DAYS_LEAST;
    await forgetRetirement();
    expect((await retireUsage(at(server.db, now), { days, chunkRows: 7 })).done).toBe(true);
    await expectOnlyOldRowsGone(server.db, this.#stored, firstKeptInstant(now, days));
    for (const requested of ["24h", "7d", "30d"] as const) {
      await this.#read({ act: "read", requested, ...ALL_FIGURES, whileRolling: false });
    }
  }

  async #do(step: Step): Promise<void> {
    if (step.act === "insert") await this.#insert(step.count);
    else if (step.act === "roll" || step.act === "crash") await rollChunk(server.db, step.chunk);
    else if (step.act === "build") await buildDays(at(server.db, this.#story.now));
    else if (step.act === "overlap") await rollChunk(other, step.a + step.b);
    else if (step.act === "read") await this.#read(step);
  }

  async #insert(count: number) {
    const rows = this.#queue.splice(0, count);
    expect(await insertUsage(server.db, rows)).toBe(rows.length);
    this.#stored.push(...rows);
  }

  async #retire({ crashAt, concurrent, days, chunkRows, maxChunks }: Retirement) {
    const options = { days, chunkRows, maxChunks };
    const run = (db: Database) => retireUsage(at(db, this.#story.now), options);
    if (crashAt !== null) {
      await run(faultyDatabase(server.db, crashAt, { at: "after" }).db).catch(() => undefined);
    }
    await Promise.all([run(server.db), ...(concurrent ? [run(other), rollChunk(other, 3)] : [])]);
  }

  /** Rolling ranges, which are exact however much is retired meanwhile. */
  async #read({ requested, zone, key, filter }: Extract<Step, { act: "read" }>) {
    const range = typeof requested === "string" ? requested : "30d";
    const { now } = this.#story;
    const tz = zone ?? this.#story.zone;
    const chosen = key === null ? undefined : this.#me.keys[key];
    const query = {
      range,
      tz,
      ...(chosen && { key_id: chosen.publicId }),
      ...filterOf(filter),
    };
    const response = await analyticsAt(server.db, this.#me.id, now, query);
    expectEqualToScan(response, this.#stored, { range, tz, now, keyId: chosen?.id ?? null, ...filter });
    this.reads++;
  }
}

it(`returns every window exactly although old rows are gone (${CASES} histories)`, async () => {
  let reads = 0;
  const property = fc.asyncProperty(retiredHistory, async (history) => {
    await forgetRetirement();
    const play = new Play(await newUsageAccount(server.db), history);
    await play.run(history.retirements);
    reads += play.reads;
  });
  await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: process.env.SHRINK !== "1" });
  expect(reads).toBeGreaterThan(3 * CASES);
});

let streamed = 0;
/** `count` rows of seven accounts, as many before the first instant that is kept at `now` as from it on. */
function oldAndKept(count: number, now: number): UsageRow[] {
  const from = firstKeptInstant(now, RETENTION_DAYS);
  const rows = usageStream(count, { now, first: streamed });
  streamed += count;
  return rows.map((row, i) => ({
    ...row,
    accountId: STREAM_ACCOUNTS + row.accountId,
    timestamp: from + (i - count / 2) * 1000,
  }));
}

it("loses no retained row when the worker dies at any statement, and continues where it was", async () => {
  await forgetRetirement();
  let now = NOW;
  const stored: UsageRow[] = [];
  const run = async (call: number, fault: Fault) => {
    now += DAY_MS;
    const rows = oldAndKept(60, now);
    await insertUsage(server.db, rows);
    stored.push(...rows);
    await rollAll();
    const faulty = faultyDatabase(server.db, call, fault);
    const outcome = await retireUsage(at(faulty.db, now), { chunkRows: 9 }).catch((error: unknown) => error);
    return { outcome, trips: faulty.trips };
  };
  const { trips } = await run(-1, { at: "before" });
  expect(trips.length).toBeGreaterThan(6);
  const faults = trips.slice(0, 8).flatMap(({ statements }, call) => [
    { call, fault: { at: "before" } as const },
    { call, fault: { at: "after" } as const },
    ...Array.from({ length: statements }, (_, index) => ({
      call,
      fault: { at: "inside", index } as const,
    })),
  ]);
  for (const { call, fault } of faults) {
    const { outcome } = await run(call, fault);
    expect(outcome, `trip ${call} ${JSON.stringify(fault)}`).toBeInstanceOf(Error);
    const report = await retireUsage(at(server.db, now), { chunkRows: 9 });
    expect(report.done).toBe(true);
    await expectOnlyOldRowsGone(server.db, stored, firstKeptInstant(now, RETENTION_DAYS));
  }
});

it("keeps rows that are not rolled up, however old, and returns to them after the next midnight", async () => {
  await forgetRetirement();
  const account = await newUsageAccount(server.db);
  const old = usageStream(50, { now: NOW - 90 * DAY_MS, first: 1_000_000 });
  const rows = old.map((row) => ({ ...row, accountId: account.id, timestamp: row.timestamp - 40 * DAY_MS }));
  await rollAll();
  await insertUsage(server.db, rows);
  const first = await retireUsage(at(server.db, NOW), { chunkRows: 10 });
  expect(first.done).toBe(true);
  await expectOnlyOldRowsGone(server.db, rows, firstKeptInstant(NOW, RETENTION_DAYS));
  expect(await countOf(account.id)).toBe(50);

  await rollAll();
  expect(await retireUsage(at(server.db, NOW + 1000))).toMatchObject({ rows: 0, chunks: 0, done: true });
  expect((await retireUsage(at(server.db, NOW + DAY_MS))).done).toBe(true);
  expect(await countOf(account.id)).toBe(0);
});

it("deletes in transactions of the given size, and the next run continues where one stopped", async () => {
  await forgetRetirement();
  const account = await newUsageAccount(server.db);
  const rows = usageStream(95, { now: NOW - 70 * DAY_MS, first: 2_000_000 });
  await insertUsage(
    server.db,
    rows.map((row) => ({ ...row, accountId: account.id })),
  );
  await rollAll();
  const sizes: number[] = [];
  for (let run = 0; run < 50 && (await countOf(account.id)) > 0; run++) {
    const { rows: gone, chunks } = await retireUsage(at(server.db, NOW), { chunkRows: 10, maxChunks: 2 });
    expect(chunks).toBeLessThanOrEqual(2);
    sizes.push(gone);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  expect(sizes.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(95);
  expect(await countOf(account.id)).toBe(0);
});

it("never marks deleted days as complete again when the retention period is extended", async () => {
  await forgetRetirement();
  await retireUsage(at(server.db, NOW), { days: RETENTION_DAYS });
  await retireUsage(at(server.db, NOW), { days: 400 });
  const { retiredBefore } = await readRetention(server.db);
  expect(retiredBefore).toBe(keptFrom(NOW, RETENTION_DAYS));
  expect(retiredBefore).toBe(firstKeptInstant(NOW, RETENTION_DAYS));
});

async function countOf(accountId: number): Promise<number> {
  const sql = "SELECT count(*) AS n FROM api_usage WHERE account_id = ?1";
  const { rows } = await server.db.$client.execute({ sql, args: [accountId] });
  return Number(rows[0]?.n);
}
