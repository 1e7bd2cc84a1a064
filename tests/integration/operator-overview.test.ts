import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OverviewResponse, overviewResponse } from "#core/contract/operator-overview.ts";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import { RANGE_MS, RANGES, type Range } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { recordRun } from "#core/services/health/cron-run.ts";
import { getOverview } from "#core/services/operator/get-overview.ts";
import { costsOf, readCostSample } from "#core/services/prices/sample-costs.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { accounts } from "#core/storage/schema/accounts.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { findUsageSince } from "#core/storage/usage-sample.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

const NOW = Date.parse("2026-05-28T18:37:12.345Z");
/** Micro-dollars per million tokens: the price is twice the cost. */
const [PRICE, COST] = [5_000_000, 2_500_000];
const limits = { context: 100_000, max_output: 1_000, input: PRICE, output: PRICE };
const LIST = [
  { model: "costed", ...limits, provider_cost: { input: COST, output: COST } },
  { model: "uncosted", ...limits },
];

let server: TestDatabase;
beforeAll(async () => {
  server = await openDatabaseOf(["ana@example.com", "ben@example.com", "cleo@example.com"]);
});
afterAll(() => server.stop());

/** Their ids begin at 1. */
async function openDatabaseOf(emails: readonly string[]): Promise<TestDatabase> {
  const opened = await startPatientDatabase();
  const rows = emails.map((email) => ({ userId: crypto.randomUUID(), email, createdAt: NOW - HOUR_MS }));
  await opened.db.insert(accounts).values(rows);
  await opened.db.$client.execute({
    sql: "INSERT INTO price_lists (effective_from, created_at, models) VALUES (0, 0, ?)",
    args: [JSON.stringify(LIST)],
  });
  return opened;
}

const FED = ["hourly_usage", "hourly_series", "hourly_totals", "open_days", "daily_series", "daily_models"];
const empty = () => server.db.$client.batch(["api_usage", ...FED].map((table) => `DELETE FROM ${table}`));
beforeEach(empty);

const overview = async (range: Range, { db } = server): Promise<OverviewResponse> =>
  overviewResponse.strict().parse(await getOverview({ db, clock: { now: () => NOW } }, range));

/** One request, as long ago as `age`. */
interface Use {
  owner: number;
  model: "costed" | "uncosted" | "";
  age: number;
  status: number;
  tokens: number;
  cost: number;
  paidBy: "balance" | "plan";
  time: number;
}
const rowOf = (use: Use): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: use.owner + 1,
  keyId: 7,
  endpoint: "/v1/chat/completions",
  timestamp: NOW - use.age,
  statusCode: use.status,
  responseTime: use.time,
  tokensIn: use.tokens,
  tokensOut: 0,
  model: use.model,
  priceListId: 1,
  costMicros: use.paidBy === "balance" ? use.cost : 0,
  planMicros: use.paidBy === "plan" ? use.cost : 0,
  priceLines:
    use.model === ""
      ? null
      : JSON.stringify({ tier: "default", lines: [{ dimension: "input", quantity: use.tokens }] }),
});
async function store(uses: readonly Use[]): Promise<void> {
  const rows = [...uses].sort((a, b) => b.age - a.age).map(rowOf);
  await insertUsage(server.db, rows);
}
const rollUp = () => rollChunk(server.db, 100_000);

/* The description, request by request, sharing no code with the one under test. */
const BUCKET: Record<Range, number> = { "24h": HOUR_MS, "7d": DAY_MS, "30d": DAY_MS };
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
const dollars = (micros: number) => micros / 1_000_000;
const percentOf = (part: number, all: number) => (all > 0 ? (100 * part) / all : null);

function plainPeriods(uses: readonly Use[], range: Range) {
  const bucket = BUCKET[range];
  const start = NOW - (NOW % bucket) - RANGE_MS[range] + bucket;
  const present = NOW - (NOW % bucket);
  const between = (from: number, until: number) =>
    uses.filter(({ age }) => NOW - age >= from && NOW - age < until);
  return {
    start,
    whole: between(start, NOW + 1),
    complete: between(start, present),
    previous: between(start - RANGE_MS[range], present - RANGE_MS[range]),
    at: (from: number) => between(from, from + bucket),
  };
}
const spendOf = (uses: readonly Use[]) => sum(uses.map(({ cost }) => cost));
const activeIn = (uses: readonly Use[]) => new Set(uses.map(({ owner }) => owner)).size;
const providerCost = (uses: readonly Use[]) =>
  sum(uses.map(({ tokens }) => Math.ceil((tokens * COST) / 1_000_000)));
const countsOf = (uses: readonly Use[]) => ({
  requests: uses.length,
  errors: uses.filter(({ status }) => status >= 400).length,
  average_response_time: uses.length === 0 ? null : sum(uses.map(({ time }) => time)) / uses.length,
});
const changeOf = (before: number, now: number) => (before > 0 ? (100 * (now - before)) / before : null);

function plainModels(uses: readonly Use[]) {
  return (["costed", "uncosted", ""] as const)
    .map((model) => ({ model, of: uses.filter((use) => use.model === model) }))
    .filter(({ of }) => of.length > 0)
    .map(({ model, of }) => {
      const cost = model === "costed" ? providerCost(of) : null;
      const margin = cost === null ? null : spendOf(of) - cost;
      return {
        model,
        ...countsOf(of),
        spend: dollars(spendOf(of)),
        provider_cost: cost === null ? null : dollars(cost),
        margin: margin === null ? null : dollars(margin),
        margin_percent: margin === null ? null : percentOf(margin, spendOf(of)),
      };
    });
}

const edges = RANGES.flatMap((range) =>
  [0, 1, 2].map((ago) => (NOW % BUCKET[range]) + ago * RANGE_MS[range]),
);
const age = fc.oneof(
  fc.nat(60 * DAY_MS),
  fc.nat(2 * DAY_MS),
  fc.constantFrom(0, 1, ...edges.flatMap((edge) => [edge, edge + 1, edge - HOUR_MS, edge - DAY_MS])),
);
const use: fc.Arbitrary<Use> = fc
  .record({
    owner: fc.nat(2),
    model: fc.constantFrom("costed" as const, "uncosted" as const, "" as const),
    age: age.map((ms) => Math.max(0, ms)),
    status: fc.constantFrom(200, 200, 399, 400, 503),
    tokens: fc.nat(5_000),
    paidBy: fc.constantFrom("balance" as const, "plan" as const),
    time: fc.nat(9_000),
  })
  .map((drawn) => ({
    ...drawn,
    // A plan pays only what was priced.
    paidBy: drawn.model === "" ? "balance" : drawn.paidBy,
    cost: Math.ceil((drawn.tokens * PRICE) / 1_000_000),
  }));

describe("the overview", () => {
  it("is what adding up every request gives, in every range, and unknown costs stay unknown", async () => {
    const property = fc.asyncProperty(fc.array(use, { maxLength: 40 }), async (uses) => {
      await empty();
      await store(uses);
      await rollUp();
      for (const range of RANGES) {
        const { start, whole, complete, previous, at } = plainPeriods(uses, range);
        const found = await overview(range);
        const plans = whole.filter(({ paidBy }) => paidBy === "plan");
        expect(found).toMatchObject({
          from: isoTime(start),
          as_of: isoTime(NOW),
          ...countsOf(whole),
          spend: {
            amount: dollars(spendOf(whole)),
            by_plans: dollars(spendOf(plans)),
            change: changeOf(spendOf(previous), spendOf(complete)),
          },
          accounts: { active: activeIn(whole), change: changeOf(activeIn(previous), activeIn(complete)) },
          costs: { every: 1 },
        });
        const byName = (a: { model: string }, b: { model: string }) => (a.model < b.model ? -1 : 1);
        expect([...found.models].sort(byName)).toEqual(plainModels(whole).sort(byName));
        expect(found.models.map(({ spend }) => spend)).toEqual(
          found.models.map(({ spend }) => spend).sort((a, b) => b - a),
        );
        const costed = whole.filter(({ model }) => model === "costed");
        const margin = spendOf(costed) - providerCost(costed);
        expect(found.margin).toMatchObject({
          margin: costed.length === 0 ? null : dollars(margin),
          margin_percent: costed.length === 0 ? null : percentOf(margin, spendOf(costed)),
          known_share: percentOf(spendOf(costed), spendOf(whole)),
        });
        expect(found.series).toEqual(
          found.series.map((_, index) => {
            const from = start + index * BUCKET[range];
            return { start: isoTime(from), ...countsOf(at(from)), spend: dollars(spendOf(at(from))) };
          }),
        );
        expect(found.series).toHaveLength(RANGE_MS[range] / BUCKET[range]);
      }
    });
    await fc.assert(property, { numRuns: runs(60) });
  });

  const some: Use = {
    owner: 0,
    model: "costed",
    age: 10 * MINUTE_MS,
    status: 200,
    tokens: 1_000_000,
    cost: PRICE,
    paidBy: "balance",
    time: 100,
  };

  it("leaves out what isn't rolled up, and says until when it is complete and that it waits", async () => {
    await store([some]);
    await rollUp();
    await store([{ ...some, age: 6 * MINUTE_MS, tokens: 400, cost: 2_000 }]);
    const found = await overview("24h");
    expect(found).toMatchObject({ requests: 1, as_of: isoTime(NOW - 6 * MINUTE_MS) });
    expect(found.stuck.usage).toEqual({ count: 1, oldest_at: isoTime(NOW - 6 * MINUTE_MS), late: true });
    // The sample has the waiting request too; the ratio of cost to charge is unchanged.
    expect(found.margin).toMatchObject({ provider_cost: 2.5, margin: 2.5, margin_percent: 50 });
  });

  it("reprices no more than a sample of a busy period, which gives the same margin", async () => {
    const uses = Array.from({ length: 60 }, (_, at) => ({
      ...some,
      age: at * MINUTE_MS,
      tokens: 400,
      cost: 2_000,
    }));
    await store(uses);
    const range = await findUsageSince(server.db, NOW - DAY_MS);
    const sample = await readCostSample(server.db, range, 10);
    const { every, models } = costsOf(sample, parsePriceEntries(JSON.stringify(LIST)));
    expect(every).toBe(6);
    expect(models.get("costed")).toEqual({ charged: 20_000, plan: 0, cost: 10_000 });
  });

  it("leaves out test keys, which reach no provider", async () => {
    await insertUsage(server.db, [{ ...rowOf(some), model: TEST_MODEL_NAME }]);
    await rollUp();
    const found = await overview("24h");
    expect(found).toMatchObject({ requests: 0, models: [], accounts: { active: 0 } });
  });
});

const anyUse: Use = {
  owner: 0,
  model: "costed",
  age: HOUR_MS,
  status: 200,
  tokens: 10,
  cost: 50,
  paidBy: "balance",
  time: 1,
};

describe("the cron's last run", () => {
  const ctx = (now: number) => ({ db: server.db, clock: { now: () => now }, requestId: "test" });
  const step = { name: "usage", startedAt: NOW - 5 * MINUTE_MS, duration: 1, error: null, report: {} };

  it("is late when it began over five minutes ago, or never", async () => {
    expect((await overview("24h")).cron).toEqual({ ran_at: null, late: true });
    await recordRun(ctx(NOW), [step], { version: "1", commit: "c", built_at: null });
    const ran_at = isoTime(step.startedAt);
    expect((await overview("24h")).cron).toEqual({ ran_at, late: false });
    const later = await getOverview(ctx(NOW + 1), "24h");
    expect(later.cron).toEqual({ ran_at, late: true });
  });
});

describe("money and what is stuck", () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await openDatabaseOf(["dan@example.com"]);
  });
  afterEach(() => own.stop());

  const order = (id: string, age: number, status: string) => ({
    sql: `INSERT INTO checkout_orders (id, session_id, account_id, product, currency, amount_minor, status,
      payment_intent, created_at, paid_at) VALUES (?, ?, 1, 'balance', 'usd', 2500, ?, ?, ?, ?)`,
    args: [id, `cs_${id}`, status, `pi_${id}`, NOW - age, status === "paid" ? NOW - age : null],
  });
  const credit = (id: string, age: number) =>
    transferOnce(own.db, {
      debit: "stripe:usd",
      credit: "account:1",
      micros: 25_000_000,
      kind: "top_up",
      source: `stripe:cs:cs_${id}`,
      at: NOW - age,
      orderId: id,
    });

  it("revenue is top-ups less refunds, compared without the present hour", async () => {
    // The last of the day before, but for its present hour, ends at 18:00.
    const ages = [0, 2 * HOUR_MS, 26 * HOUR_MS, 24 * HOUR_MS + 1];
    await writeBatch(own.db, [
      ...ages.flatMap((age, at) => [order(`paid_${at}`, age, "paid"), credit(`paid_${at}`, age)]),
      transferOnce(own.db, {
        debit: "account:1",
        credit: "stripe:usd",
        micros: 5_000_000,
        kind: "refund",
        source: "stripe:refund:re_1:made",
        at: NOW - HOUR_MS,
        orderId: "paid_1",
      }),
    ]);
    const { revenue, stuck } = await overview("24h", own);
    expect(revenue).toEqual({ amount: 45, payments: 2, refunds: 1, change: -20 });
    expect(stuck.uncredited).toEqual({ count: 0, amount: 0 });
  });

  it("counts what doesn't go on by itself, and nothing that does", async () => {
    const event = `INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
      VALUES (?, 'charge.succeeded', 'ch_1', ?, ?, 1, ?)`;
    const emails = [6, 4, 7].map((minutes) => ({
      accountId: 1,
      kind: minutes === 7 ? "payment_received" : "payment_failed",
      at: NOW - minutes * MINUTE_MS,
    }));
    const notice = `INSERT INTO alert_notices (alert_id, kind, target, created_at, attempts, due_at, error)
      VALUES (1, 'firing', ?, ?, 5, ?, ?)`;
    const alert = `INSERT INTO alerts (id, name, subject, summary, started_at, seen_at) VALUES (1, 'x', '', '', ?, ?)`;
    await writeBatch(own.db, [
      order("lost", HOUR_MS, "paid"),
      order("credited", HOUR_MS, "paid"),
      credit("credited", HOUR_MS),
      order("old", 26 * HOUR_MS, "open"),
      order("young", HOUR_MS, "open"),
      { sql: event, args: ["evt_1", NOW - HOUR_MS, NOW, "order_unknown"] },
      { sql: event, args: ["evt_2", NOW - MINUTE_MS, NOW, "order_unknown"] },
      { sql: event, args: ["evt_3", NOW - HOUR_MS, NOW, null] },
      "DELETE FROM notification_deliveries",
      "DELETE FROM notifications",
      ...storeNotices(emails),
      { sql: alert, args: [NOW, NOW] },
      { sql: notice, args: ["webhook", NOW, NOW, "503"] },
      { sql: notice, args: ["a@example.com", NOW, NOW, null] },
      { sql: notice, args: ["b@example.com", NOW, null, "too late"] },
    ]);
    await insertUsage(own.db, [
      { ...rowOf({ ...anyUse, age: 25 * HOUR_MS }), outcome: 7 },
      { ...rowOf(anyUse), outcome: 7 },
      { ...rowOf(anyUse), priceLines: '{"tier":"default","lines":[],"above_hold":true}' },
    ]);
    await rollChunk(own.db, 100);
    const { stuck } = await overview("24h", own);
    expect(stuck).toEqual({
      checked_at: isoTime(NOW),
      uncredited: { count: 1, amount: 25 },
      orders: { count: 1, oldest_at: isoTime(NOW - 26 * HOUR_MS) },
      events: { count: 1, oldest_at: isoTime(NOW - HOUR_MS) },
      emails: { count: 1, oldest_at: isoTime(NOW - 6 * MINUTE_MS) },
      notices: { count: 1, attempts: 5 },
      usage: { count: 0, oldest_at: null, late: false },
      recent: { requests: 2, partial: false, orphaned: 1, above_hold: 1 },
    });
  });
});
