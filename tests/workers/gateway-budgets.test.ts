import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { BudgetInput } from "#core/contract/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { until } from "#tests/support/limits.ts";
import { budgetKey, putBudgets } from "./support/key-budgets.ts";
import { keyOf, rotate } from "./support/key-life.ts";
import {
  admit,
  type MeteredKey,
  meteredKey,
  meteredUser,
  restart,
  settlement,
  tally,
} from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { testApi, writeDirectly } from "./support/test-api.ts";

const api = testApi();
/** Fewer than the rate of a key, however long a change takes. */
const SENT_BEFORE_MAX = 80;
/** Micro-dollars as the API takes them. */
const usd = (micros: number) => micros / 1_000_000;
const day = (micros: number): BudgetInput[] => [{ period: "day", amount: usd(micros) }];
/** A Tuesday noon, later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");

const admitAll = (key: MeteredKey, holds: number[]) => Promise.all(holds.map((hold) => admit(key, { hold })));

it("admits what fits into a key's budget, to the last micro-dollar, and names when the period ends", async () => {
  const clock = stopClock(NOON);
  const { user, keys } = await meteredUser({ keys: 2 });
  const [key, other] = keys;
  if (!key || !other) throw new Error("There are no keys.");
  await budgetKey(user, key, [{ period: "day", micros: 300 }]);
  expect(tally(await admitAll(key, [100, 100, 101, 100, 1]))).toEqual({ admitted: 3, budget_exceeded: 2 });
  expect(await admit(key)).toMatchObject({ code: "budget_exceeded", retryAfterS: DAY_MS / 2000 });
  expect(await admit(key, { hold: 0 })).toMatchObject({ admitted: true });
  expect(tally(await admitAll(other, [300, 300]))).toEqual({ admitted: 2 });
  clock.move(DAY_MS / 2);
  expect(tally(await admitAll(key, [200, 100, 1]))).toEqual({ admitted: 2, budget_exceeded: 1 });
});

it("begins a period with nothing spent at the very instant, without asking libSQL", async () => {
  const clock = stopClock(Date.parse("2100-02-02T23:59:59.600Z"));
  const { user, key, meter } = await meteredUser();
  await budgetKey(user, key, [{ period: "day", micros: 300 }]);
  const { requestId } = await admit(key, { hold: 300 });
  await meter().settle([settlement(requestId, 300)]);
  await runDurableObjectAlarm(meter());
  expect(await admit(key, { hold: 1 })).toMatchObject({ code: "budget_exceeded", retryAfterS: 1 });
  clock.move(400);
  expect(tally(await admitAll(key, [300, 1]))).toEqual({ admitted: 1, budget_exceeded: 1 });
});

it("waits for the last period to end, where several budgets have no room", async () => {
  stopClock(NOON);
  const { user, key } = await meteredUser();
  await budgetKey(user, key, [
    { period: "day", micros: 200 },
    { period: "week", micros: 150 },
    { period: "month", micros: 1000 },
  ]);
  const weekS = (Date.parse("2100-02-08T00:00Z") - NOON) / 1000;
  expect(await admit(key, { hold: 250 })).toMatchObject({ code: "budget_exceeded", retryAfterS: weekS });
  expect(await admit(key, { hold: 150 })).toMatchObject({ admitted: true });
  expect(await admit(key, { hold: 40 })).toMatchObject({ retryAfterS: weekS });
});

it("gives back what was held beyond the cost, and counts a cost above its hold", async () => {
  const { user, key, meter } = await meteredUser();
  await budgetKey(user, key, [{ period: "month", micros: 1000 }]);
  const [cheap, dear] = [await admit(key, { hold: 600 }), await admit(key, { hold: 400 })];
  expect(await admit(key, { hold: 1 })).toMatchObject({ code: "budget_exceeded" });
  await meter().settle([settlement(cheap.requestId, 100)]);
  expect(tally(await admitAll(key, [501, 500, 1]))).toEqual({ admitted: 1, budget_exceeded: 2 });
  await meter().settle([settlement(dear.requestId, 700)]);
  await runDurableObjectAlarm(meter());
  expect(await admit(key, { hold: 1 })).toMatchObject({ code: "budget_exceeded" });
});

it("admits requests that the plan pays for, whatever the budget, but not those that the balance would pay for", async () => {
  const { user, key } = await meteredUser();
  const validUntil = Date.now() + 40 * DAY_MS;
  const plan = { type: "Premium", validUntil, requestsPerMonth: 2, drawsOnBalance: true } as const;
  await writeDirectly((db) => db.insert(subscriptions).values({ accountId: user.account.id, ...plan }));
  await budgetKey(user, key, [{ period: "day", micros: 0 }]);
  expect(tally(await admitAll(key, [100, 100, 100]))).toEqual({ admitted: 2, budget_exceeded: 1 });
  expect(await admit(key, { hold: 0 })).toMatchObject({ admitted: true, covered: false });
});

it("remembers through a restart what is spent, held and not in libSQL yet", async () => {
  const { user, key, meter } = await meteredUser();
  await budgetKey(user, key, [{ period: "week", micros: 1000 }]);
  const [first, second] = [await admit(key, { hold: 300 }), await admit(key, { hold: 300 })];
  await meter().settle([settlement(first.requestId, 200)]);
  await runDurableObjectAlarm(meter());
  await meter().settle([settlement(second.requestId, 250)]);
  await admit(key, { hold: 150 });
  await restart(key);
  expect(await admit(key, { hold: 401 })).toMatchObject({ code: "budget_exceeded" });
  expect(await admit(key, { hold: 400 })).toMatchObject({ admitted: true });
});

it("an object from before there were budgets keeps what it has not posted, and learns of budgets", async () => {
  const { user, key, meter } = await meteredUser();
  const { requestId } = await admit(key, { hold: 300 });
  await meter().settle([settlement(requestId, 300)]);
  await runInDurableObject(meter(), (_, { storage }) => {
    storage.sql.exec("UPDATE account SET terms = json_remove(terms, '$.budgets')");
  });
  await restart(key);
  expect(await meter().standing()).toMatchObject({ unposted: 1 });
  await budgetKey(user, key, [{ period: "day", micros: 400 }]);
  expect(tally(await admitAll(key, [101, 100, 1]))).toEqual({ admitted: 1, budget_exceeded: 2 });
});

it("a change holds for every request after it returns, and counts earlier spending", async () => {
  const { user, key, meter } = await meteredUser();
  const { requestId } = await admit(key, { hold: 500 });
  await meter().settle([settlement(requestId, 500)]);
  for (const [micros, hold, fits] of [
    [700, 201, false],
    [700, 200, true],
    [600, 1, false],
    [800, 100, true],
  ] as const) {
    expect((await putBudgets(api, user, key.publicId, day(micros))).status).toBe(200);
    expect((await admit(key, { hold })).admitted, `${hold} of ${micros}`).toBe(fits);
  }
  expect((await putBudgets(api, user, key.publicId, [])).status).toBe(200);
  expect(await admit(key, { hold: 10_000 })).toMatchObject({ admitted: true });
});

it("admits nothing that the budget forbids after the request that set it returned, under load", async () => {
  const { user, keys } = await meteredUser({ keys: 3 });
  let [changed, over] = [false, false];
  let before = 0;
  const after: boolean[] = [];
  const load = keys.map(async (key) => {
    for (let sent = 0; !over; sent += 1) {
      await until(() => sent < SENT_BEFORE_MAX || changed);
      const counts = changed && key === keys[0];
      const { admitted } = await admit(key, { hold: 1 });
      if (counts) after.push(admitted);
      else if (admitted) before++;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  });
  await until(() => before > 0);
  expect((await putBudgets(api, user, keys[0]?.publicId ?? "", day(0))).status).toBe(200);
  changed = true;
  await until(() => after.length >= 6);
  over = true;
  await Promise.all(load);
  expect(after).not.toContain(true);
});

it.each([0, 1])(
  "a rotation with an overlap of %d h carries the period's spending over: posted, settled and held",
  async (hours) => {
    const { user, key, meter } = await meteredUser();
    await putBudgets(api, user, key.publicId, day(1000));
    const [posted, settled] = [await admit(key, { hold: 300 }), await admit(key, { hold: 200 })];
    await meter().settle([settlement(posted.requestId, 250)]);
    await runDurableObjectAlarm(meter());
    await meter().settle([settlement(settled.requestId, 150)]);
    const open = await admit(key, { hold: 100 });
    const made = await keyOf(await rotate(api, user, key.publicId, hours), 201);
    expect(made.budgets).toMatchObject([{ amount: usd(1000), spent: usd(250) }]);
    const fresh = await meteredKey(made.id, made.key);
    expect(tally(await admitAll(fresh, [501, 400, 101]))).toEqual({ admitted: 1, budget_exceeded: 2 });
    await restart(key);
    expect(tally(await admitAll(fresh, [101]))).toEqual({ budget_exceeded: 1 });
    await meter().settle([settlement(open.requestId, 40)]);
    if (hours > 0) expect(await admit(key, { hold: 161 })).toMatchObject({ code: "budget_exceeded" });
    expect(tally(await admitAll(fresh, [161, 160, 1]))).toEqual({ admitted: 1, budget_exceeded: 2 });
  },
);

it("measures each key of a chain of rotations by its own budget and the spending of all of them", async () => {
  const { user, key } = await meteredUser();
  await putBudgets(api, user, key.publicId, day(300));
  const second = await keyOf(await rotate(api, user, key.publicId, 1), 201);
  const third = await keyOf(await rotate(api, user, second.id, 1), 201);
  await putBudgets(api, user, third.id, day(500));
  const [old, middle, last] = [
    key,
    await meteredKey(second.id, second.key),
    await meteredKey(third.id, third.key),
  ];
  expect(tally(await admitAll(old, [100]))).toEqual({ admitted: 1 });
  expect(tally(await admitAll(middle, [100]))).toEqual({ admitted: 1 });
  expect(tally(await admitAll(last, [200, 101]))).toEqual({ admitted: 1, budget_exceeded: 1 });
  expect(tally([...(await admitAll(old, [1])), ...(await admitAll(middle, [1]))])).toEqual({
    budget_exceeded: 2,
  });
  expect(tally(await admitAll(last, [100, 1]))).toEqual({ admitted: 1, budget_exceeded: 1 });
});
