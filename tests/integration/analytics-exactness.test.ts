import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { NO_KEY_ID, type UsageRow } from "#core/domain/usage.ts";
import type { Database } from "#core/storage/database.ts";
import { buildTotals } from "#core/storage/hour-totals.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { buildDaysBefore } from "#core/storage/rollup-days.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { expectEqualToScan } from "./rollup/brute-force.ts";
import { expectBreakdownEqualToScan, expectSameSums } from "./rollup/brute-force-breakdown.ts";
import { expectStackedEqualToScan } from "./rollup/brute-force-stacked.ts";
import { faultyDatabase } from "./rollup/faulty-database.ts";
import {
  ALL_FIGURES,
  EACH_FILTER,
  filterOf,
  type History,
  history,
  instantOf,
  KEYS,
  queryOf,
  rangeOf,
  type Step,
} from "./rollup/random-usage.ts";
import {
  analyticsAt,
  breakdownAt,
  giveMembers,
  newUsageAccount,
  stackedAt,
  type UsageAccount,
} from "./rollup/usage-account.ts";

const CASES = inTier({ fast: 12, full: 300 });
const SEED = Number(process.env.ANALYTICS_SEED ?? 20260528);
/** The minimum on average. */
const RESPONSES_PER_HISTORY = 9;
const UNKNOWN_KEY = 1_000_000_000;

let server: TestDatabase;
let other: Database;
beforeAll(async () => {
  server = await startPatientDatabase();
  other = openPatientDatabase(server.url);
});
afterAll(() => server.stop());

/**
 * Plays one random history and compares every response along the way with a scan of the rows stored so far.
 */
class Play {
  readonly #me: UsageAccount;
  readonly #story: History;
  readonly #queue: UsageRow[];
  readonly #stored: UsageRow[] = [];
  reads = 0;

  constructor(me: UsageAccount, stranger: UsageAccount, story: History) {
    this.#me = me;
    this.#story = story;
    this.#queue = story.rows.map(({ when, stranger: isStranger, key, ...figures }) => {
      const owner = isStranger ? stranger : me;
      const keyId = owner.keys[key]?.id ?? (key === KEYS ? UNKNOWN_KEY : NO_KEY_ID);
      const timestamp = instantOf(when, story);
      const ids = { requestId: crypto.randomUUID(), accountId: owner.id, keyId, timestamp };
      return { ...figures, ...ids };
    });
  }

  async run(): Promise<void> {
    for (const step of this.#story.steps) await this.#do(step);
    await this.#do({ act: "insert", count: 99 });
    const read = { act: "read", requested: "30d", ...ALL_FIGURES, whileRolling: false } as const;
    await this.#do(read);
    // Each kind of figures once more, from totals of hours and from built days as far as there are any.
    await this.#do({ act: "roll", chunk: 1000 });
    await this.#do({ act: "total", hoursAgo: 2, limit: 10_000 });
    await this.#do({ act: "build", daysAgo: 3, limit: 10_000 });
    for (const filter of EACH_FILTER) await this.#do({ ...read, filter });
  }

  async #do(step: Step): Promise<void> {
    if (step.act === "insert") await this.#insert(step.count);
    else if (step.act === "insertAgain") {
      expect(await insertUsage(server.db, this.#stored.slice(-step.count))).toBe(0);
    } else if (step.act === "roll") await rollChunk(server.db, step.chunk);
    else if (step.act === "crash") await crash(step);
    else if (step.act === "overlap") {
      const packing = loosen(this.#me.id).then(() => packTallies(other));
      await Promise.all([rollChunk(server.db, step.a), rollChunk(other, step.b), packing]);
    } else if (step.act === "total") await totalHours(step, this.#story.now);
    else if (step.act === "build") {
      const before = Math.floor(this.#story.now / DAY_MS) - step.daysAgo;
      await Promise.all([server.db, other].map((db) => buildDaysBefore(db, { before, limit: step.limit })));
    } else if (step.act === "pack") {
      await loosen(this.#me.id);
      await packTallies(other);
    } else await this.#read(step);
  }

  async #insert(count: number) {
    const rows = this.#queue.splice(0, count);
    expect(await insertUsage(server.db, rows)).toBe(rows.length);
    await giveMembers(server.db, this.#me.id);
    this.#stored.push(...rows);
  }

  async #read({ requested, zone, key, filter, whileRolling }: Extract<Step, { act: "read" }>) {
    const { now } = this.#story;
    const tz = zone ?? this.#story.zone;
    const chosen = key === null ? undefined : this.#me.keys[key];
    const range = rangeOf(requested, now, tz);
    const query = { ...queryOf(range), tz, ...(chosen && { key_id: chosen.publicId }), ...filterOf(filter) };
    const rolling = whileRolling ? [1, 2, 5].map((limit) => rollChunk(other, limit)) : [];
    const [response, breakdown, byKey, byModel] = await Promise.all([
      analyticsAt(server.db, this.#me.id, now, query),
      breakdownAt(server.db, this.#me.id, now, query),
      stackedAt(server.db, this.#me.id, now, { ...query, by: "key" }),
      filter.endpoint === null ? stackedAt(server.db, this.#me.id, now, { ...query, by: "model" }) : null,
      ...rolling,
    ]);
    const mine = this.#stored.filter((row) => row.accountId === this.#me.id);
    const question = { ...range, tz, now, keyId: chosen?.id ?? null, ...filter };
    expectEqualToScan(response, mine, question);
    const usage = { keys: this.#me.keys, rows: mine };
    expectBreakdownEqualToScan(breakdown, usage, question);
    expectSameSums(breakdown, response);
    for (const stacked of [byKey, byModel]) {
      if (stacked) expectStackedEqualToScan(stacked, { response, usage, question });
    }
    this.reads++;
  }
}

/** The worker dies in a chunk: before it, at a statement inside it, or before it learns that it is done. */
async function crash({ chunk, fault }: Extract<Step, { act: "crash" }>) {
  const faulty = faultyDatabase(server.db, 0, fault);
  const died = await rollChunk(faulty.db, chunk).then(
    () => false,
    () => true,
  );
  // A busy server is retried, and only the first trip fails.
  expect(died || faulty.trips.length > 1).toBe(true);
}

/** Marks all hours up to one, and builds some of those that are marked. */
async function totalHours({ hoursAgo, limit }: Extract<Step, { act: "total" }>, now: number) {
  const before = Math.floor(now / HOUR_MS) - hoursAgo;
  await writeBatch(server.db, [
    { sql: "UPDATE hourly_series SET totalled = -1 WHERE hour < ?1 AND totalled = 0", args: [before] },
  ]);
  await Promise.all([buildTotals(server.db, limit), buildTotals(other, limit)]);
}

/** Marks the account's short tallies as too long, so that packing has something to do. */
async function loosen(accountId: number) {
  const lists = ["hourly_usage", "hourly_series", "daily_series"].map((table) => ({
    sql: `UPDATE ${table} SET packed = -127 WHERE account_id = ?1 AND packed <= 0`,
    args: [accountId],
  }));
  await writeBatch(server.db, lists);
}

it(`returns exactly what a scan of the raw rows gives, at any time, in any zone (${CASES} histories)`, async () => {
  let reads = 0;
  const property = fc.asyncProperty(history, async (story) => {
    const [me, stranger] = await Promise.all([
      newUsageAccount(server.db, KEYS),
      newUsageAccount(server.db, KEYS),
    ]);
    const play = new Play(me, stranger, story);
    await play.run();
    reads += play.reads;
  });
  await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: process.env.SHRINK !== "1" });
  expect(reads, "responses compared").toBeGreaterThanOrEqual(CASES * RESPONSES_PER_HISTORY);
});
