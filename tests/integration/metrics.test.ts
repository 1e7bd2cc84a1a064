import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountName, OPERATOR_CREDIT, STRIPE_USD } from "#core/domain/ledger.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import { recordRun, type StepRun } from "#core/services/health/cron-run.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { closeDifference } from "#core/services/operator/close-difference.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { postAndRead } from "#core/storage/gateway-flush.ts";
import { storeReconciliation } from "#core/storage/reconciliation.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { scrapeAt } from "./metrics/scrape-at.ts";
import { isError, sum } from "./rollup/brute-force.ts";

const NOON = Date.UTC(2026, 10, 18, 12);
const BUILD = { version: "0.1.0", commit: "3f2a91c07be4", built_at: null };
const MODELS = ["demo-small", 'a "quoted"\\model', "line\nbreak", "{label=}, 模型 😀", undefined];

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const contextAt = (now: number) => ({ db: server.db, clock: { now: () => now }, requestId: "test" });
const scrape = (now: number) => scrapeAt(server.db, now);

const row = fc.record({
  accountId: fc.integer({ min: 1, max: 4 }),
  keyId: fc.integer({ min: 1, max: 3 }),
  /** Before the scrape, so also on the day before. */
  before: fc.integer({ min: 0, max: 40 * HOUR_MS }),
  statusCode: fc.constantFrom(200, 201, 399, 400, 429, 500),
  responseTime: fc.nat(60_000),
  costMicros: fc.nat(5_000_000),
  planMicros: fc.nat(100),
  tokensIn: fc.integer({ min: 50, max: 9_000 }),
  tokensCached: fc.nat(50),
  tokensOut: fc.nat(9_000),
  model: fc.constantFrom(...MODELS),
  priceLines: fc.constantFrom(null, '{"tier":"default","lines":[{"dimension":"second","quantity":7}]}'),
});
type RandomRow = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

let given = 0;
const usageOf = ({ before, model, ...figures }: RandomRow, now: number): UsageRow => {
  given += 1;
  const named = model === undefined ? {} : { model };
  return {
    ...figures,
    ...named,
    endpoint: "/v1/chat/completions",
    requestId: `random-${given}`,
    timestamp: now - before,
  };
};

type Counter = [name: string, labels: Record<string, string>, value: number];
const dayOf = ({ timestamp }: UsageRow) => Math.floor(timestamp / DAY_MS);

/** The counters on the day of `now`, computed from rows; those of models and units of the day before are 0. */
function plainCounters(rows: readonly UsageRow[], now: number): Counter[] {
  const day = Math.floor(now / DAY_MS);
  const recent = rows.filter((of) => dayOf(of) === day || dayOf(of) === day - 1);
  return [...Map.groupBy(recent, ({ model }) => model ?? "none")].flatMap(([model, all]): Counter[] => {
    const of = all.filter((one) => dayOf(one) === day);
    const errors = of.filter(isError).length;
    const cached = sum(of, ({ tokensCached }) => tokensCached ?? 0);
    const priced = (list: readonly UsageRow[]) => list.filter(({ priceLines }) => priceLines !== null).length;
    return [
      ["requests_total", { model, outcome: "success" }, of.length - errors],
      ["requests_total", { model, outcome: "error" }, errors],
      ["response_time_seconds_total", { model }, sum(of, ({ responseTime }) => responseTime) / 1000],
      ["tokens_total", { model, kind: "input" }, sum(of, ({ tokensIn }) => tokensIn) - cached],
      ["tokens_total", { model, kind: "cached_input" }, cached],
      ["tokens_total", { model, kind: "output" }, sum(of, ({ tokensOut }) => tokensOut)],
      ["charges_dollars_total", { model }, sum(of, ({ costMicros }) => costMicros) / 1_000_000],
      ...(priced(all) > 0
        ? [["units_total", { model, unit: "second" }, 7 * priced(of)] satisfies Counter]
        : []),
    ];
  });
}

const USAGE_COUNTERS = /^latchkey_(requests|response_time_seconds|tokens|units|charges_dollars)_total\[/;

it("counters of usage equal a plain computation over the rows, and none falls as rows arrive and are rolled up", async () => {
  let day = NOON + 400 * DAY_MS;
  const property = fc.asyncProperty(
    fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 4 }),
    async (steps) => {
      // Each history has days of its own.
      day += 3 * DAY_MS;
      const stored: UsageRow[] = [];
      let before = await scrape(day);
      for (const [at, rows] of steps.entries()) {
        const now = day + at * MINUTE_MS;
        const added = rows.map((random) => usageOf(random, now));
        stored.push(...added);
        await insertUsage(server.db, added);
        for (const moment of ["stored", "rolled up", "built"]) {
          if (moment === "rolled up") await rollUpUsage(contextAt(now));
          if (moment === "built") await buildDays(contextAt(now));
          const { series } = await scrape(now);
          for (const [name, value] of before.series)
            if (/_total\[/.test(name))
              expect(series.get(name), `${name} once ${moment}`).toBeGreaterThanOrEqual(value);
          before = { ...before, series };
        }
      }
      const end = await scrape(day + HOUR_MS);
      const expected = plainCounters(stored, day);
      for (const [name, labels, value] of expected)
        expect(end.value(`latchkey_${name}`, labels), name).toBeCloseTo(value, 9);
      expect([...end.series.keys()].filter((name) => USAGE_COUNTERS.test(name))).toHaveLength(
        expected.length,
      );
      const active = new Set(
        stored.filter(({ timestamp }) => timestamp >= day - 22 * HOUR_MS).map((of) => of.accountId),
      );
      expect(end.value("latchkey_active_accounts", { window: "24h" })).toBe(active.size);
    },
  );
  await fc.assert(property, { numRuns: runs(100) });
});

it("an account is active in the hour of its last request and the 23 hours after it", async () => {
  const now = NOON + 300 * DAY_MS;
  const last = { keyId: 1, endpoint: "/v1/models", statusCode: 200, responseTime: 1, costMicros: 1 };
  const requests = [now - 23 * HOUR_MS - 1, now - 23 * HOUR_MS, now - HOUR_MS, now - HOUR_MS, now];
  const rows = requests.map((timestamp, at) => ({
    ...last,
    requestId: `active-${at}`,
    accountId: 20 + at,
    timestamp,
    tokensIn: 1,
    tokensOut: 1,
  }));
  await insertUsage(server.db, rows);
  await rollUpUsage(contextAt(now));
  const { value } = await scrape(now + 1);
  expect(value("latchkey_active_accounts", { window: "24h" })).toBe(4);
});

it("no counter falls when raw rows and counts of refusals are deleted", async () => {
  const now = NOON + 200 * DAY_MS;
  const old = Array.from({ length: 30 }, (_, at) => ({
    requestId: `old-${at}`,
    accountId: 9,
    keyId: 9,
    timestamp: now - 70 * DAY_MS,
    endpoint: "/v1/models",
    statusCode: 200,
    responseTime: 9,
    costMicros: 9,
    tokensIn: 9,
    tokensOut: 9,
    model: "demo-small",
  }));
  const fresh = old.map((of) => ({ ...of, requestId: `fresh-${of.requestId}`, timestamp: now - HOUR_MS }));
  await insertUsage(server.db, [...old, ...fresh]);
  const refused = { keyId: 9, epoch: "a", since: now, last: now, before: 0, requests: 5 };
  const ago = [
    { code: "rate_limited", hours: 70 * 24 },
    { code: "budget_exceeded", hours: 13 },
    { code: "rate_limited", hours: 12 },
    { code: "rate_limited", hours: 0 },
  ];
  for (const { code, hours } of ago) {
    const refusals = [{ ...refused, code, hour: now / HOUR_MS - hours }];
    await postAndRead(server.db, [{ accountId: 9, batch: null, refusals }], now);
  }
  await rollUpUsage(contextAt(now));
  const before = await scrape(now);
  const { rows, refusals } = await retireUsage(contextAt(now));
  expect([rows, refusals]).toEqual([30, 1]);
  const after = await scrape(now);
  expect(after.series).toEqual(before.series);
  expect(after.value("latchkey_requests_total", { model: "demo-small", outcome: "success" })).toBe(30);
  expect(after.by("latchkey_refused_requests_total", "code")).toEqual({
    budget_exceeded: 0,
    rate_limited: 10,
  });
});

const transfer = (of: Parameters<typeof transferMoney>[1]) => transferMoney(server.db, { ...of, at: NOON });

it("figures of money and accounts equal a plain computation over their tables", async () => {
  const states = ["closed_at", "suspended_at", "stopped_at", null, null];
  for (const [at, state] of states.entries()) {
    const user = { userId: crypto.randomUUID(), email: `owner-${at}@example.com` };
    const { id } = await ensureAccount(contextAt(NOON), user);
    const account = accountName(id);
    await transfer({ debit: STRIPE_USD, credit: account, micros: 25_000_000 + at, kind: "top_up" });
    await transfer({ debit: account, credit: STRIPE_USD, micros: 1_000_000, kind: "refund" });
    await transfer({ debit: OPERATOR_CREDIT, credit: account, micros: 3_000_007, kind: "grant" });
    for (const before of [DAY_MS, 0]) await spend(server.db, id, 1_499_999 + at, { at: NOON - before });
    if (state !== null)
      await writeBatch(server.db, [{ sql: `UPDATE accounts SET ${state} = 1 WHERE id = ?`, args: [id] }]);
  }
  const { rows } = await server.db.$client.execute(
    `SELECT micros, kind FROM ledger_transfers WHERE kind <> 'usage'
     UNION ALL SELECT micros, 'usage' FROM usage_days`,
  );
  await rollUpUsage(contextAt(NOON));
  expect((await bookDays(contextAt(NOON))).days).toBe(states.length);
  const micros = (condition: (of: Record<string, unknown>) => boolean) =>
    sum(rows.filter(condition), (of) => Number(of.micros));
  const paid = micros(({ kind }) => kind === "top_up") - micros(({ kind }) => kind === "refund");
  const spent = micros(({ kind }) => kind === "usage");
  const granted = micros(({ kind }) => kind === "grant");
  const { value, by } = await scrape(NOON);
  expect({
    spent: value("latchkey_spend_dollars_total"),
    paid: value("latchkey_payments_dollars"),
    granted: value("latchkey_operator_credit_dollars"),
    balances: value("latchkey_balances_dollars"),
  }).toEqual({
    spent: spent / 1e6,
    paid: paid / 1e6,
    granted: granted / 1e6,
    balances: (paid + granted - spent) / 1e6,
  });
  expect(by("latchkey_accounts", "state")).toEqual({ open: 2, stopped: 1, suspended: 1, closed: 1 });
});

it("reports that the database can't be written while it can be read", async () => {
  const { $client } = server.db;
  await $client.execute(
    "CREATE TRIGGER full BEFORE INSERT ON health_probe BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END",
  );
  const { value } = await scrape(NOON);
  await $client.execute("DROP TRIGGER full");
  expect(value("latchkey_database_writable")).toBe(0);
  expect((await scrape(NOON)).value("latchkey_database_writable")).toBe(1);
});

it("reports what waits, what the cron did and which builds run", async () => {
  const now = NOON + DAY_MS;
  const client = server.db.$client;
  const account = await ensureAccount(contextAt(now), {
    userId: crypto.randomUUID(),
    email: "waits@example.com",
  });
  const notices = [9000, 5000, 23 * HOUR_MS].map((age) => ({
    accountId: account.id,
    kind: "payment_failed",
    at: now - age,
  }));
  await writeBatch(server.db, storeNotices(notices));
  await client.execute({
    sql: `INSERT INTO usage_import_set_aside (source, source_id, reason, tried_at) SELECT 'x', value, 'no_account', ?
      FROM json_each('[1,2,3]')`,
    args: [now],
  });
  await insertUsage(server.db, [
    {
      requestId: "waits",
      accountId: account.id,
      keyId: 1,
      timestamp: now - 70_000,
      endpoint: "/v1/models",
      statusCode: 200,
      responseTime: 1,
      costMicros: 1,
      tokensIn: 1,
      tokensOut: 1,
    },
  ]);
  const step = (name: string, error: string | null, report: object): StepRun => ({
    name,
    error,
    report,
    startedAt: now - 60_000,
    duration: 1500,
  });
  await recordRun(contextAt(now), [step("usage", null, {}), step("payments", null, {})], BUILD);
  const later = { startedAt: now - 1000 };
  const usage = { ...step("usage", null, { worstChunkMs: 120 }), ...later };
  await recordRun(contextAt(now), [usage, { ...step("payments", "Stripe is away.", {}), ...later }], BUILD);
  const [started_at, finished_at] = [isoTime(now - 6000), isoTime(now - 5000)];
  const problems = ["ch_1", "ch_2", "ch_3"].map((subject) => ({ subject, code: "order_unknown" }));
  const counts = { compared: 9, repaired: [], repairs: 0, problems, problem_count: 3, closed: 0 };
  const last = JSON.stringify({ ...counts, started_at, finished_at });
  await storeReconciliation(server.db, { startedAt: now, stage: null, after: null, found: "{}", last });
  await closeDifference(testOperator(server.db), {
    subject: "ch_2",
    code: "order_unknown",
    note: "Of a test",
  });

  // Of each kind one that the cron still works on, and one that it has given up, as the oldest email above.
  const order = `INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at, paid_at)
    VALUES (?, ?, 'balance', 'usd', 1000, ?, ?, ?)`;
  for (const [id, status, age, isPaid] of [
    ["fresh-details", "paid", 3 * DAY_MS - 1, true],
    ["old-details", "paid", 3 * DAY_MS, true],
    ["fresh-order", "open", 30 * DAY_MS - 1, false],
    ["old-order", "open", 30 * DAY_MS, false],
  ] as const)
    await client.execute({
      sql: order,
      args: [id, account.id, status, now - age, isPaid ? now - age : null],
    });

  const { by, value } = await scrapeAt(server.db, now, { mailFrom: "Latchkey <notices@example.com>" });
  expect(by("latchkey_queue_length", "queue")).toEqual({
    auto_top_ups: 0,
    card_removals: 0,
    emails: 2,
    payment_details: 1,
    refunds: 0,
    rollup: 1,
    set_aside_imports: 3,
    unpaid_orders: 1,
  });
  expect(by("latchkey_queue_oldest_timestamp_seconds", "queue")).toEqual({
    emails: (now - 9000) / 1000,
    payment_details: (now - 3 * DAY_MS + 1) / 1000,
    rollup: (now - 70_000) / 1000,
    unpaid_orders: (now - 30 * DAY_MS + 1) / 1000,
  });
  expect(by("latchkey_cron_step_failed", "step")).toEqual({ usage: 0, payments: 1 });
  const [first, second] = [(now - 60_000) / 1000, (now - 1000) / 1000];
  expect(by("latchkey_cron_step_last_run_timestamp_seconds", "step")).toEqual({
    usage: second,
    payments: second,
  });
  expect(by("latchkey_cron_step_last_success_timestamp_seconds", "step")).toEqual({
    usage: second,
    payments: first,
  });
  expect(by("latchkey_cron_step_duration_seconds", "step")).toEqual({ usage: 1.5, payments: 1.5 });
  expect(value("latchkey_rollup_longest_chunk_seconds")).toBe(0.12);
  expect(value("latchkey_payment_comparison_timestamp_seconds")).toBe((now - 5000) / 1000);
  expect(value("latchkey_payment_differences")).toBe(2);
  expect(value("latchkey_database_writable")).toBe(1);
  const unknown = { worker: "api", version: "unknown", commit: "unknown" };
  expect(value("latchkey_build_info", unknown)).toBe(1);
  expect(value("latchkey_build_info", { worker: "rollup", version: "0.1.0", commit: "3f2a91c07be4" })).toBe(
    1,
  );
  // Nothing is emailed without a sender.
  expect(Object.keys((await scrape(now)).by("latchkey_queue_length", "queue"))).not.toContain("emails");
});
