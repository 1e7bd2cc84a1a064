import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { DAILY_REQUEST_LIMIT } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { insertUsage } from "#core/storage/usage.ts";
import {
  admit,
  COST,
  type MeteredKey,
  meteredUser,
  recordsOf,
  restart,
  settlement,
  tally,
} from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { openTestDatabase, type TestUser, writeDirectly } from "./support/test-api.ts";

/** Later than any test runs, so that no alarm rings by itself. */
const FAR = Date.parse("2100-02-02T12:00Z");

type Plan = Omit<typeof subscriptions.$inferInsert, "accountId">;
const putOn = ({ account }: TestUser, plan: Plan) =>
  writeDirectly((db) => db.insert(subscriptions).values({ accountId: account.id, ...plan }));

/** Requests of the account that libSQL has already. */
const used = ({ account }: TestUser, count: number, timestamp: number) =>
  insertUsage(
    openTestDatabase(),
    Array.from({ length: count }, () => ({
      requestId: crypto.randomUUID(),
      accountId: account.id,
      keyId: 1,
      timestamp,
      endpoint: "/v1/models",
      statusCode: 200,
      responseTime: 1,
      costMicros: 0,
      tokensIn: 0,
      tokensOut: 0,
    })),
  );
const several = async (count: number, work: () => ReturnType<typeof admit>) =>
  Promise.all(Array.from({ length: count }, work));

it("the plan pays for its requests, to the last one, and the balance for later ones if it may be drawn on", async () => {
  const { user, key, meter } = await meteredUser({ micros: 2 * COST });
  const now = Date.now();
  const validUntil = now + 40 * DAY_MS;
  await putOn(user, { type: "Premium", validUntil, requestsPerMonth: 25, drawsOnBalance: true });
  await used(user, 10, now);
  const covered = await several(10, () => admit(key));
  expect(tally(covered)).toEqual({ admitted: 10 });
  await meter().settle(covered.slice(0, 5).map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  await restart(key);
  const rest = await several(9, () => admit(key));
  expect(tally(rest)).toEqual({ admitted: 7, insufficient_balance: 2 });
  expect(rest.filter((response) => response.admitted && response.covered)).toHaveLength(5);
  await meter().settle([...covered, ...rest].map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows).toHaveLength(27);
  expect(sums).toEqual({ cost: 2 * COST, debits: 2 * COST, balance: 0, planMicros: 15 * COST });
});

const inMonths = () => Date.now() + 300 * DAY_MS;
const admitAll = (key: MeteredKey, holds: number[]) => Promise.all(holds.map((hold) => admit(key, { hold })));

it("the plan pays up to its value: it holds as much as a request can cost, and takes back the rest", async () => {
  const { user, key, meter } = await meteredUser({ micros: 5000 });
  await putOn(user, {
    type: "Premium",
    validUntil: inMonths(),
    requestsPerMonth: null,
    microsPerMonth: 1000,
  });
  const [first, second] = await admitAll(key, [600, 400]);
  expect(tally(await admitAll(key, [1, 0]))).toEqual({ admitted: 1, quota_exceeded: 1 });
  expect(await meter().standing()).toMatchObject({ balanceMicros: 5000, heldMicros: 0 });
  await meter().settle([settlement(first?.requestId ?? "", 250), settlement(second?.requestId ?? "", 900)]);
  expect(tally(await admitAll(key, [351, 350, 1]))).toEqual({ admitted: 1, quota_exceeded: 2 });
  await runDurableObjectAlarm(meter());
  expect(await recordsOf(user)).toMatchObject({ cost: 0, debits: 0, balance: 5000, planMicros: 650 });
  expect(tally(await admitAll(key, [1]))).toEqual({ quota_exceeded: 1 });
});

it.each([
  [false, { admitted: 1, quota_exceeded: 2 }],
  [true, { admitted: 2, insufficient_balance: 1 }],
])("beyond the plan's value, requests draw on the balance: %s", async (drawsOnBalance, expected) => {
  const { user, key } = await meteredUser({ micros: 500 });
  const plan = { requestsPerMonth: 100, microsPerMonth: 1000, drawsOnBalance };
  await putOn(user, { type: "Premium", validUntil: inMonths(), ...plan });
  expect(tally(await admitAll(key, [800, 300, 400]))).toEqual(expected);
});

it("remembers through a restart the value that the plan holds and paid, posted or not", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  await putOn(user, {
    type: "Premium",
    validUntil: inMonths(),
    requestsPerMonth: null,
    microsPerMonth: 1000,
  });
  const [posted, settled, reported] = await admitAll(key, [300, 300, 300]);
  await meter().settle([settlement(posted?.requestId ?? "", 100)]);
  await runDurableObjectAlarm(meter());
  await meter().settle([settlement(settled?.requestId ?? "", 200)]);
  await meter().progress(settlement(reported?.requestId ?? "", 50));
  await restart(key);
  expect(tally(await admitAll(key, [401, 400, 1]))).toEqual({ admitted: 1, quota_exceeded: 2 });
});

it("a plan without a recorded value pays its usual one: Premium $20, Business any", async () => {
  for (const [type, dear] of [
    ["Premium", { quota_exceeded: 1 }],
    ["Business", { admitted: 1 }],
  ] as const) {
    const { user, key } = await meteredUser({ micros: 0 });
    await putOn(user, { type, validUntil: inMonths(), requestsPerMonth: 100, microsPerMonth: null });
    expect(tally(await admitAll(key, [20_000_000]))).toEqual({ admitted: 1 });
    expect(tally(await admitAll(key, [1]))).toEqual(dear);
  }
});

it("a new month of the plan begins with all its requests and its whole value, without reading libSQL", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  const clock = stopClock(FAR);
  await putOn(user, { type: "Premium", validUntil: inMonths(), requestsPerMonth: 3, microsPerMonth: 1000 });
  expect(tally(await several(5, () => admit(key)))).toEqual({ admitted: 3, quota_exceeded: 2 });
  clock.move(32 * DAY_MS);
  expect(tally(await admitAll(key, [900, 101, 100]))).toEqual({ admitted: 2, quota_exceeded: 1 });
  expect(await meter().standing()).toMatchObject({ pending: 5 });
});

it("a plan without limits has no end, and none of its requests costs anything", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  await putOn(user, { type: "Business", validUntil: null, requestsPerMonth: null });
  const responses = await several(50, () => admit(key));
  expect(tally(responses)).toEqual({ admitted: 50 });
  await meter().settle(responses.map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  expect(await recordsOf(user)).toMatchObject({ cost: 0, debits: 0, balance: 0, planMicros: 50 * COST });
});

it("refuses the free plan's 10,001st request of a UTC day, and admits it on the next day", async () => {
  const { user, key } = await meteredUser();
  const noon = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const clock = stopClock(noon);
  await used(user, DAILY_REQUEST_LIMIT - 2, noon);
  const responses = await several(5, () => admit(key));
  expect(tally(responses)).toEqual({ admitted: 2, quota_exceeded: 3 });
  expect(responses.at(-1)).toMatchObject({ retryAfterS: DAY_MS / 2000 });
  clock.move(DAY_MS / 2);
  expect(tally(await several(5, () => admit(key)))).toEqual({ admitted: 5 });
});
