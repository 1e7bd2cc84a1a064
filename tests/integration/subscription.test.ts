import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { subscriptionResponse } from "#core/contract/account.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { subscriptionNow } from "#tests/support/account.ts";
import { monthsBack } from "#tests/support/months-back.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { contextOf, newReader, type Reader } from "./reads/reader.ts";

const HISTORIES = runs(150);
const NOW = Date.parse("2026-05-28T18:37:12.345Z");
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

type Plan = Omit<typeof subscriptions.$inferInsert, "accountId">;

const subscribe = ({ id }: Reader, plan: Plan) =>
  server.db.insert(subscriptions).values({ accountId: id, ...plan });

const usage = ({ id, keys }: Reader, timestamp: number, key = 0): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: id,
  keyId: keys[key]?.id ?? 0,
  timestamp,
  endpoint: "/v1/models",
  statusCode: 200,
  responseTime: 1,
  costMicros: 0,
  tokensIn: 0,
  tokensOut: 0,
});

const use = (reader: Reader, count: number, timestamp = NOW) =>
  insertUsage(
    server.db,
    Array.from({ length: count }, () => usage(reader, timestamp)),
  );

/** The period in which requests count, implemented again in the simplest way. */
function periodOf(plan: Plan | null, now: number): { from: number; to: number } {
  if (plan && (plan.validUntil ?? Number.POSITIVE_INFINITY) > now) {
    if (plan.validUntil) return monthsBack(plan.validUntil, now).at(-1) ?? { from: now, to: now };
    const date = new Date(now);
    const month = (by: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by);
    return { from: month(0), to: month(1) };
  }
  const from = Math.floor(now / DAY_MS) * DAY_MS;
  return { from, to: from + DAY_MS };
}

const now = fc.oneof(
  fc
    .constantFrom("2026-03-01T00:00Z", "2026-02-28T23:59:59.999Z", "2028-02-29T12:00Z", "2026-05-31T10:30Z")
    .map((text) => Date.parse(text)),
  fc.integer({ min: Date.parse("2025-01-01"), max: Date.parse("2028-12-31") }),
);
const ahead = fc.oneof(fc.integer({ min: 1, max: 800 * DAY_MS }), fc.constantFrom(1, HOUR_MS, 365 * DAY_MS));
const plan = fc.oneof(
  fc.constant({ kind: "none" } as const),
  fc.record({ kind: fc.constant("runs"), ahead, type: fc.constantFrom("Premium", "Business") }),
  fc.record({ kind: fc.constant("ended"), ahead: fc.integer({ min: 0, max: 90 * DAY_MS }) }),
  fc.constant({ kind: "endless" } as const),
);
type SomePlan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

function planAt(at: number, some: SomePlan): Plan | null {
  if (some.kind === "none") return null;
  if (some.kind === "endless") return { type: "Business", validUntil: null, requestsPerMonth: null };
  if (some.kind === "ended")
    return { type: "Premium", validUntil: at - some.ahead, requestsPerMonth: 10_000 };
  return { type: some.type, validUntil: at + some.ahead, requestsPerMonth: 10_000 };
}

/** On or near the edges of the period and of their hours, or anywhere close; also later than now. */
const moment = fc.oneof(
  fc.record({
    edge: fc.constantFrom("from", "to", "now"),
    hour: fc.boolean(),
    by: fc.constantFrom(0, 0, -1, 1, HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS),
  }),
  fc.integer({ min: -40 * DAY_MS, max: 3 * DAY_MS }),
);
type Moment = typeof moment extends fc.Arbitrary<infer Value> ? Value : never;

function instant(some: Moment, at: number, period: { from: number; to: number }): number {
  if (typeof some === "number") return at + some;
  const edge = { ...period, now: at }[some.edge];
  return (some.hour ? Math.floor(edge / HOUR_MS) * HOUR_MS : edge) + some.by;
}

const history = fc.record({
  now,
  plan,
  steps: fc.array(
    fc.record({
      rows: fc.array(fc.record({ moment, key: fc.nat({ max: 2 }) }), { maxLength: 20, size: "max" }),
      roll: fc.nat({ max: 40 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

it(`counts exactly the requests of the plan's period, however much is rolled up (${HISTORIES} histories)`, async () => {
  const other = openPatientDatabase(server.url);
  const property = fc.asyncProperty(history, async ({ now: at, plan: some, steps }) => {
    const [me, stranger] = await Promise.all([newReader(server.db, at), newReader(server.db, at)]);
    const mine = planAt(at, some);
    if (mine) await subscribe(me, mine);
    const period = periodOf(mine, at);
    const stored: number[] = [];
    for (const { rows, roll } of steps) {
      const times = rows.map((row) => ({ ...row, timestamp: instant(row.moment, at, period) }));
      await insertUsage(server.db, [
        ...times.map(({ timestamp, key }) => usage(me, timestamp, key)),
        usage(stranger, at),
      ]);
      stored.push(...times.map(({ timestamp }) => timestamp));
      const [response] = await Promise.all([subscriptionNow(me.ctx), rollChunk(other, roll + 1)]);
      const counted = stored.filter((t) => period.from <= t && t < period.to).length;
      expect([response.requests_used, response.resets_at]).toEqual([
        counted,
        new Date(period.to).toISOString(),
      ]);
    }
  });
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true });
});

it("is Free with 10,000 requests a day for an account that never had a plan", async () => {
  const me = await newReader(server.db, NOW);
  await use(me, 3);
  const response = await subscriptionNow(me.ctx);
  expect(response).toEqual({
    subscription_type: "Free",
    usage_percentage: 0.03,
    valid_until: null,
    last_payment: null,
    last_payment_currency: null,
    last_payment_at: null,
    requests_used: 3,
    requests_limit: 10_000,
    value_per_month: null,
    value_used: 0,
    draws_on_balance: null,
    resets_at: "2026-05-29T00:00:00.000Z",
  });
  expect(subscriptionResponse.strict().parse(response)).toEqual(response);
});

/** Usage that the plan paid for. */
const payByPlan = ({ id }: Reader, micros: number, timestamp: number) =>
  server.db.$client.execute({
    sql: "UPDATE api_usage SET plan_micros = ? WHERE account_id = ? AND timestamp = ?",
    args: [micros, id, timestamp],
  });

it("shows what the plan has paid in its month, of the value recorded at its purchase or else the usual one", async () => {
  const [premium, recorded, business, stranger] = await Promise.all(
    Array.from({ length: 4 }, () => newReader(server.db, NOW)),
  );
  if (!premium || !recorded || !business || !stranger) throw new Error("unreachable");
  const terms = { type: "Premium", validUntil: NOW + DAY_MS, requestsPerMonth: 10_000 } as const;
  await subscribe(premium, terms);
  await subscribe(recorded, { ...terms, microsPerMonth: 35_500_000, drawsOnBalance: true });
  await subscribe(business, { type: "Business", validUntil: null, requestsPerMonth: null });
  const before = NOW - 31 * DAY_MS;
  for (const [reader, micros, timestamp] of [
    [premium, 1_250_000, NOW],
    [premium, 9_000_000, before],
    [business, 70_000_001, NOW],
    [stranger, 5_000_000, NOW],
  ] as const) {
    await use(reader, 1, timestamp);
    await payByPlan(reader, micros, timestamp);
  }
  expect(await subscriptionNow(premium.ctx)).toMatchObject({
    value_per_month: 20,
    value_used: 1.25,
    draws_on_balance: false,
  });
  expect(await subscriptionNow(recorded.ctx)).toMatchObject({
    value_per_month: 35.5,
    value_used: 0,
    draws_on_balance: true,
  });
  expect(await subscriptionNow(business.ctx)).toMatchObject({
    value_per_month: null,
    value_used: 70.000001,
    draws_on_balance: false,
  });
  expect(await subscriptionNow(stranger.ctx)).toMatchObject({ value_used: 0, draws_on_balance: null });
});

it("passes 100 percent when more is used than the plan includes", async () => {
  const me = await newReader(server.db, NOW);
  await subscribe(me, { type: "Premium", validUntil: NOW + 1, requestsPerMonth: 8 });
  await use(me, 10);
  expect(await subscriptionNow(me.ctx)).toMatchObject({
    subscription_type: "Premium",
    usage_percentage: 125,
    requests_limit: 8,
    valid_until: new Date(NOW + 1).toISOString(),
  });
});

it("is Free from the instant the plan ends, and keeps its end date", async () => {
  const me = await newReader(server.db, NOW);
  await subscribe(me, { type: "Premium", validUntil: NOW, requestsPerMonth: 10_000 });
  const valid_until = new Date(NOW).toISOString();
  expect(await subscriptionNow(me.ctx)).toMatchObject({
    subscription_type: "Free",
    valid_until,
    requests_limit: 10_000,
  });
  expect(await subscriptionNow(contextOf(server.db, me.id, NOW - 1))).toMatchObject({
    subscription_type: "Premium",
    valid_until,
    resets_at: valid_until,
  });
});

it("has no share for a plan without a limit, and still reports the usage", async () => {
  const me = await newReader(server.db, NOW);
  await subscribe(me, { type: "Business", validUntil: null, requestsPerMonth: null });
  await use(me, 4);
  expect(await subscriptionNow(me.ctx)).toMatchObject({
    subscription_type: "Business",
    usage_percentage: 0,
    requests_used: 4,
    requests_limit: null,
    valid_until: null,
    resets_at: "2026-06-01T00:00:00.000Z",
  });
});

it("shows an account nothing of another account's plan, payments or requests", async () => {
  const [owner, other] = await Promise.all([newReader(server.db, NOW), newReader(server.db, NOW)]);
  await subscribe(owner, { type: "Business", validUntil: null, requestsPerMonth: 5 });
  await use(owner, 5);
  expect(await subscriptionNow(other.ctx)).toMatchObject({ subscription_type: "Free", requests_used: 0 });
});
