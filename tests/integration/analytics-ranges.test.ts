import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RangeName } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import { keptFrom, RETENTION_DAYS_LEAST, type UsageRow } from "#core/domain/usage.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { retireHours } from "#core/services/rollup/retire-hours.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { expectEqualToScan, type Question, windowOfQuestion } from "./rollup/brute-force.ts";
import { expectBreakdownEqualToScan } from "./rollup/brute-force-breakdown.ts";
import { expectStackedEqualToScan } from "./rollup/brute-force-stacked.ts";
import { filterOf, queryOf, usageFigures, ZONES } from "./rollup/random-usage.ts";
import {
  accountContext,
  analyticsAt,
  breakdownAt,
  newUsageAccount,
  stackedAt,
} from "./rollup/usage-account.ts";

const CASES = inTier({ full: 700, fast: 12 });
const QUESTIONS = 3;
const SEED = Number(process.env.ANALYTICS_SEED ?? 20260528);

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const near = fc.oneof(
  fc.constantFrom(0, 1, -1, HOUR_MS / 4, -HOUR_MS / 4, HOUR_MS / 2, -HOUR_MS / 2, HOUR_MS - 1, 1 - HOUR_MS),
  fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }),
  fc.integer({ min: -HOUR_MS / 2, max: HOUR_MS / 2 }),
);
const month = fc
  .tuple(fc.integer({ min: 2025, max: 2026 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, "0")}` as RangeName)
  .filter((name) => name <= "2026-05");
/** Custom ranges by their distance from now or from the first retained row. */
const custom = fc.record({
  of: fc.constantFrom("now" as const, "kept" as const),
  start: fc.oneof(fc.integer({ min: -300 * DAY_MS, max: 60 * DAY_MS }), near),
  length: fc.oneof(
    fc.integer({ min: 1, max: 366 * DAY_MS }),
    fc.integer({ min: 1, max: 3 * DAY_MS }),
    fc.constantFrom(1, HOUR_MS / 2, HOUR_MS, DAY_MS, 2 * DAY_MS, 2 * DAY_MS + 1),
  ),
  snap: fc.constantFrom(1, 1, 1, HOUR_MS / 4, HOUR_MS / 2, HOUR_MS),
});
const question = fc.record({
  requested: fc.oneof(month, custom, custom, fc.constantFrom("24h" as const, "7d" as const, "30d" as const)),
  tz: fc.constantFrom(...ZONES),
  key: fc.constantFrom(null, null, null, 0),
  filter: fc.oneof(
    { arbitrary: fc.constant({ endpoint: null, model: null }), weight: 4 },
    fc.record({ endpoint: fc.constantFrom("/v1/models", "/v1/embeddings"), model: fc.constant(null) }),
    fc.record({ endpoint: fc.constant(null), model: fc.constantFrom("mini", "large") }),
  ),
});
const usage = fc.record({
  /** Mostly near an edge of one of the questions. */
  at: fc.oneof(
    {
      arbitrary: fc.record({
        question: fc.nat({ max: QUESTIONS - 1 }),
        edge: fc.constantFrom("from" as const, "until" as const, "previousFrom" as const),
        by: near,
      }),
      weight: 6,
    },
    fc.record({
      question: fc.nat({ max: QUESTIONS - 1 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ kept: near }),
  ),
  key: fc.nat({ max: 2 }),
  /** When it is stored: rows that are late are rolled up after others have been retired. */
  arrives: fc.constantFrom("early", "early", "early", "late", "fresh"),
  figures: usageFigures,
});
const story = fc.record({
  now: fc.integer({ min: Date.parse("2026-05-02"), max: Date.parse("2026-06-30") }),
  days: fc.integer({ min: RETENTION_DAYS_LEAST, max: 100 }),
  /** For how much longer hours are kept; null for ever. */
  hours: fc.option(fc.oneof(fc.constant(0), fc.nat({ max: 60 }))),
  /** How many accounts' hours are deleted at once, and whether only some are. */
  span: fc.nat({ max: 30 }),
  someHours: fc.boolean(),
  buildsLate: fc.boolean(),
  questions: fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  rows: fc.array(usage, { minLength: 20, maxLength: 80, size: "max" }),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

function windowOf(requested: Story["questions"][number]["requested"], now: number, kept: number) {
  if (typeof requested === "string") return { range: requested };
  const base = requested.of === "now" ? now - Math.abs(requested.start) - 1 : kept + requested.start;
  const from = Math.min(Math.floor(base / requested.snap) * requested.snap, now - 1);
  const to = from + Math.max(1, Math.floor(requested.length / requested.snap)) * requested.snap;
  return { range: "custom" as const, from, to: Math.min(to, from + 366 * DAY_MS) };
}

/** Each story has its own present, and time never moves back in a real database. */
const forget = () =>
  writeBatch(server.db, [
    "UPDATE usage_retention SET retired_before = 0, next_account = NULL",
    "DELETE FROM hourly_usage",
    "DELETE FROM hourly_series",
    "DELETE FROM open_days",
  ]);

/** From when on hours are complete. */
async function hoursKeptFrom() {
  const { rows } = await server.db.$client.execute(
    `SELECT retired_before + iif(next_account > 0, ${DAY_MS}, 0) AS kept FROM usage_retention WHERE name = 'hours'`,
  );
  return Number(rows[0]?.kept);
}

async function play({ now, days, hours, span, someHours, buildsLate, questions, rows }: Story) {
  await forget();
  const me = await newUsageAccount(server.db);
  const kept = keptFrom(now, days);
  const requested = questions.map(({ requested, tz, key, filter }) => ({
    ...windowOf(requested, now, kept),
    tz,
    now,
    keyId: key === null ? null : (me.keys[key]?.id ?? 0),
    ...filter,
    keptFrom: kept,
  }));
  const instantOf = (at: Story["rows"][number]["at"]) => {
    if ("kept" in at) return kept + at.kept;
    const window = windowOfQuestion(requested[at.question] as Question);
    if ("edge" in at) return window[at.edge] + at.by;
    return Math.floor(window.previousFrom + at.share * (window.until - window.previousFrom));
  };
  const stored = rows.map(({ at, key, arrives, figures }) => ({
    arrives,
    row: {
      ...figures,
      requestId: crypto.randomUUID(),
      accountId: me.id,
      keyId: me.keys[key]?.id ?? 0,
      timestamp: Math.min(instantOf(at), now),
    } satisfies UsageRow,
  }));
  const rowsOf = (arrives: string) => stored.filter((one) => one.arrives === arrives).map(({ row }) => row);
  const ctx = { db: server.db, clock: { now: () => now }, requestId: "test" };
  await insertUsage(server.db, rowsOf("early"));
  await rollChunk(server.db, 1_000_000);
  if (hours !== null) await buildDays(ctx);
  await retireUsage(ctx, { days });
  if (hours !== null) {
    const some = someHours ? { maxChunks: 3 } : {};
    await retireHours(ctx, { days: days + hours, span: me.id + span, ...some });
  }
  await insertUsage(server.db, rowsOf("late"));
  await rollChunk(server.db, 1_000_000);
  if (buildsLate) await buildDays(ctx);
  await insertUsage(server.db, rowsOf("fresh"));
  const fresh = new Set(rowsOf("fresh").map(({ requestId }) => requestId));
  const all = stored.map(({ row }) => row);
  const hoursFrom = await hoursKeptFrom();
  for (const one of requested) await expectExact(me, all, { ...one, hoursFrom, fresh });
}

async function expectExact(
  me: Awaited<ReturnType<typeof newUsageAccount>>,
  rows: readonly UsageRow[],
  question: Question,
) {
  const { now, tz, endpoint, model = null, keyId } = question;
  const key = me.keys.find(({ id }) => id === keyId);
  const query = {
    ...queryOf(question),
    tz,
    ...(key && { key_id: key.publicId }),
    ...filterOf({ endpoint, model }),
  };
  const [analytics, breakdown, stacked] = await Promise.all([
    analyticsAt(server.db, me.id, now, query),
    breakdownAt(server.db, me.id, now, query),
    stackedAt(server.db, me.id, now, { ...query, by: endpoint === null ? "model" : "key" }),
  ]);
  const usage = { keys: me.keys, rows };
  expectEqualToScan(analytics, rows, question);
  expectBreakdownEqualToScan(breakdown, usage, question);
  expectStackedEqualToScan(stacked, { response: analytics, usage, question });
  if (windowOfQuestion(question).from < (question.keptFrom ?? 0)) return;
  const file = await new Response(await exportUsage(accountContext(server.db, me.id, now), query)).text();
  expect(parseCsv(file).length - 1, "rows of the CSV file").toBe(analytics.total_requests);
}

it(`counts months and custom ranges exactly, also beyond the retained rows (${CASES * QUESTIONS} questions)`, async () => {
  const property = fc.asyncProperty(story, play);
  await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: process.env.SHRINK !== "1" });
});

it("compares a month with the month before it, and ends at the present", async () => {
  const me = await newUsageAccount(server.db);
  const now = Date.parse("2026-05-10T12:00:00Z");
  const { from, to, series } = await analyticsAt(server.db, me.id, now, {
    range: "2026-05",
    tz: "Europe/Lisbon",
  });
  expect([from, to, series.length]).toEqual(["2026-04-30T23:00:00.000Z", isoTime(now), 10]);
});
