import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import { accountLimits } from "#core/storage/schema/accounts.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { budgetKey } from "./support/key-budgets.ts";
import { admit, type MeteredKey, meteredUser, meterOf, restart, settlement, tally } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { writeDirectly } from "./support/test-api.ts";

/** Later than any test runs, so that no alarm rings by itself. */
const EVENING = Date.parse("2100-02-02T23:59Z");
const MORNING = Date.parse("2100-02-03T00:01Z");
const LIMIT = 1000;

type Metered = Awaited<ReturnType<typeof meteredUser>>;

/** Each bounds what may be spent per day by `LIMIT`. */
const BOUNDS: [string, string, (metered: Metered) => Promise<unknown>][] = [
  [
    "a budget",
    "budget_exceeded",
    ({ user, key }) => budgetKey(user, key, [{ period: "day", micros: LIMIT }]),
  ],
  [
    "an account limit",
    "spending_limit_exceeded",
    ({ user: { account } }) =>
      writeDirectly((db) =>
        db.insert(accountLimits).values({ accountId: account.id, period: "day", micros: LIMIT }),
      ),
  ],
  [
    "a plan's value",
    "quota_exceeded",
    // Its months begin at midnight of each third day of a month.
    ({ user: { account } }) =>
      writeDirectly((db) =>
        db.insert(subscriptions).values({
          accountId: account.id,
          type: "Premium",
          requestsPerMonth: null,
          microsPerMonth: LIMIT,
          validUntil: Date.parse("2100-08-03T00:00Z"),
        }),
      ),
  ],
];

async function spend(key: MeteredKey, micros: number) {
  const { admitted, requestId } = await admit(key, { hold: micros });
  expect(admitted).toBe(true);
  await meterOf(key).settle([settlement(requestId, micros)]);
}
const post = (key: MeteredKey) => runDurableObjectAlarm(meterOf(key));
const over = (key: MeteredKey, holds: number[]) =>
  Promise.all(holds.map((hold) => admit(key, { hold }))).then(tally);

it.each(BOUNDS)(
  "%s of an earlier day still holds when the clock steps back into it",
  async (_, code, bound) => {
    const clock = stopClock(EVENING);
    const metered = await meteredUser();
    const { key } = metered;
    await bound(metered);
    await spend(key, 700);
    await post(key);
    clock.set(MORNING);
    await spend(key, 400);
    await post(key);
    clock.set(EVENING);
    expect(await over(key, [301, 300, 1])).toEqual({ admitted: 1, [code]: 2 });
    await restart(key);
    clock.set(MORNING);
    expect(await over(key, [601, 600, 1])).toEqual({ admitted: 1, [code]: 2 });
  },
);

it.each(BOUNDS)(
  "%s counts what was posted for a day that the clock left before the terms were read",
  async (_, code, bound) => {
    const clock = stopClock(MORNING);
    const metered = await meteredUser();
    const { key } = metered;
    await bound(metered);
    await spend(key, 700);
    clock.set(EVENING);
    await post(key);
    clock.set(MORNING);
    expect(await over(key, [301, 300, 1])).toEqual({ admitted: 1, [code]: 2 });
  },
);

it.each(BOUNDS)(
  "%s counts requests of the period they were admitted in, whenever they end",
  async (_, code, bound) => {
    const clock = stopClock(EVENING);
    const metered = await meteredUser();
    const { key, meter } = metered;
    await bound(metered);
    const open = await admit(key, { hold: 900 });
    clock.set(MORNING);
    await meter().refresh();
    expect(await over(key, [1000, 1])).toEqual({ admitted: 1, [code]: 1 });
    await meter().settle([settlement(open.requestId, 500)]);
    await post(key);
    expect(await over(key, [1])).toEqual({ [code]: 1 });
    clock.set(EVENING);
    expect(await over(key, [501, 500, 1])).toEqual({ admitted: 1, [code]: 2 });
  },
);

it("a new day begins with nothing spent without reading libSQL, also when a row was posted for a day after it", async () => {
  const clock = stopClock(EVENING + DAY_MS);
  const { user, key } = await meteredUser();
  await budgetKey(user, key, [{ period: "day", micros: LIMIT }]);
  await spend(key, 600);
  await post(key);
  clock.set(EVENING);
  await spend(key, 1000);
  await post(key);
  clock.set(MORNING);
  expect(await over(key, [401, 400, 1])).toEqual({ admitted: 1, budget_exceeded: 2 });
});
