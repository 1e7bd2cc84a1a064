import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { DAILY_REQUEST_LIMIT } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { admit, booksOf, COST, meteredUser, restart, settlement, tally } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { openTestDatabase, type TestUser, writeDirectly } from "./support/test-api.ts";

type Plan = Omit<typeof subscriptions.$inferInsert, "accountId">;
const putOn = ({ account }: TestUser, plan: Plan) =>
  writeDirectly((db) => db.insert(subscriptions).values({ accountId: account.id, ...plan }));

/** Requests of the account that libSQL has already. */
const used = ({ account }: TestUser, count: number, timestamp: number) =>
  insertUsage(
    openTestDatabase(),
    Array.from({ length: count }, () => ({
      ...{
        requestId: crypto.randomUUID(),
        accountId: account.id,
        keyId: 1,
        timestamp,
        endpoint: "/v1/models",
      },
      ...{ statusCode: 200, responseTime: 1, costMicros: 0, tokensIn: 0, tokensOut: 0 },
    })),
  );
const several = async (count: number, work: () => ReturnType<typeof admit>) =>
  Promise.all(Array.from({ length: count }, work));

it("lets the plan pay for its requests, to the last one, and the balance for those beyond", async () => {
  const { user, key, meter } = await meteredUser({ micros: 2 * COST });
  const now = Date.now();
  await putOn(user, { type: "Premium", validUntil: now + 40 * DAY_MS, requestsPerMonth: 25 });
  await used(user, 10, now);
  const covered = await several(10, () => admit(key));
  expect(tally(covered)).toEqual({ admitted: 10 });
  await meter().settle(covered.slice(0, 5).map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  await restart(key);
  const rest = await several(9, () => admit(key));
  expect(tally(rest)).toEqual({ admitted: 7, insufficient_balance: 2 });
  expect(rest.filter((answer) => answer.admitted && answer.covered)).toHaveLength(5);
  await meter().settle([...covered, ...rest].map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await booksOf(user);
  expect(rows).toHaveLength(27);
  expect(sums).toEqual({ cost: 2 * COST, debits: 2 * COST, balance: 0 });
});

it("lets the balance pay for a request that is dearer than what a plan pays for one", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  await putOn(user, { type: "Premium", validUntil: Date.now() + 40 * DAY_MS, requestsPerMonth: 3 });
  const plain = await admit(key, { hold: 5000 });
  const dear = await admit(key, { hold: 900, beyondPlan: true });
  expect([plain, dear]).toMatchObject([{ covered: true }, { covered: false, balanceMicros: 100 }]);
  expect(await admit(key, { hold: 900, beyondPlan: true })).toMatchObject({ code: "insufficient_balance" });
  await meter().settle([settlement(plain.requestId, 5000), settlement(dear.requestId, 700)]);
  expect(tally(await several(2, () => admit(key, { hold: 301 })))).toEqual({
    admitted: 1,
    insufficient_balance: 1,
  });
  await runDurableObjectAlarm(meter());
  expect(await booksOf(user)).toMatchObject({ cost: 700, debits: 700, balance: 300 });
});

it("begins a new month of the plan with all its requests", async () => {
  const { user, key } = await meteredUser({ micros: 0 });
  const clock = stopClock();
  await putOn(user, { type: "Premium", validUntil: Date.now() + 300 * DAY_MS, requestsPerMonth: 3 });
  expect(tally(await several(5, () => admit(key)))).toEqual({ admitted: 3, insufficient_balance: 2 });
  clock.move(32 * DAY_MS);
  expect(tally(await several(5, () => admit(key)))).toEqual({ admitted: 3, insufficient_balance: 2 });
});

it("puts no end to a plan without a limit, and none of its requests costs anything", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  await putOn(user, { type: "Business", validUntil: null, requestsPerMonth: null });
  const answers = await several(50, () => admit(key));
  expect(tally(answers)).toEqual({ admitted: 50 });
  await meter().settle(answers.map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  expect(await booksOf(user)).toMatchObject({ cost: 0, debits: 0, balance: 0 });
});

it("refuses the free plan's 10,001st request of a UTC day, and admits it on the next day", async () => {
  const { user, key } = await meteredUser();
  const noon = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const clock = stopClock(noon);
  await used(user, DAILY_REQUEST_LIMIT - 2, noon);
  const answers = await several(5, () => admit(key));
  expect(tally(answers)).toEqual({ admitted: 2, quota_exceeded: 3 });
  expect(answers.at(-1)).toMatchObject({ retryAfterS: DAY_MS / 2000 });
  clock.move(DAY_MS / 2);
  expect(tally(await several(5, () => admit(key)))).toEqual({ admitted: 5 });
});
