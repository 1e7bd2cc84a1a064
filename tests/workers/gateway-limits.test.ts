import { runDurableObjectAlarm } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import { accountLimits, accounts, apiKeys } from "#core/storage/schema/accounts.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { budgetKey } from "./support/key-budgets.ts";
import { admit, type MeteredKey, meteredUser, restart, settlement, tally } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { type TestUser, writeDirectly } from "./support/test-api.ts";

/** Later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");

const limit = ({ account }: TestUser, period: "day" | "month", micros: number) =>
  writeDirectly((db) => db.insert(accountLimits).values({ accountId: account.id, period, micros }));
const suspend = ({ account }: TestUser, suspendedAt: number | null) =>
  writeDirectly((db) => db.update(accounts).set({ suspendedAt }).where(eq(accounts.id, account.id)));
const admitAll = (key: MeteredKey, holds: number[]) => Promise.all(holds.map((hold) => admit(key, { hold })));

it("an account limit counts the requests of all keys, to the last micro-dollar, through flushes and restarts", async () => {
  const clock = stopClock(NOON);
  const { user, keys, meter } = await meteredUser({ keys: 2 });
  const [first, second] = keys as [MeteredKey, MeteredKey];
  await limit(user, "day", 1000);
  const [posted, settled] = [await admit(first, { hold: 400 }), await admit(second, { hold: 300 })];
  await meter().settle([settlement(posted.requestId, 350)]);
  await runDurableObjectAlarm(meter());
  await meter().settle([settlement(settled.requestId, 250)]);
  await restart(first);
  expect(tally(await admitAll(first, [401, 400, 1, 0]))).toEqual({ admitted: 2, spending_limit_exceeded: 2 });
  expect(await admit(second, { hold: 1 })).toMatchObject({
    code: "spending_limit_exceeded",
    retryAfterS: DAY_MS / 2000,
  });
  clock.move(DAY_MS / 2);
  expect(tally(await admitAll(second, [1001, 1000, 1]))).toEqual({ admitted: 1, spending_limit_exceeded: 2 });
});

it("waits for the last period to end, where several account limits have no room", async () => {
  stopClock(NOON);
  const { user, key } = await meteredUser();
  await limit(user, "day", 100);
  await limit(user, "month", 200);
  const seconds = (Date.parse("2100-03-01T00:00Z") - NOON) / 1000;
  expect(await admit(key, { hold: 201 })).toMatchObject({ retryAfterS: seconds });
});

it("a plan's requests do not count against the account's limit", async () => {
  const { user, key } = await meteredUser();
  await limit(user, "month", 0);
  const plan = { type: "Business", validUntil: null, requestsPerMonth: null } as const;
  await writeDirectly((db) => db.insert(subscriptions).values({ accountId: user.account.id, ...plan }));
  expect(await admit(key, { hold: 5000 })).toMatchObject({ admitted: true, covered: true });
});

it("refuses every request of a suspended account, but settles those it has admitted", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  const open = await admit(key, { hold: 600 });
  await suspend(user, Date.now());
  await meter().refresh();
  expect(await admit(key, { hold: 0 })).toMatchObject({ code: "account_suspended" });
  await restart(key);
  expect(await admit(key, { hold: 0 })).toMatchObject({ code: "account_suspended" });
  await meter().settle([settlement(open.requestId, 250)]);
  expect(await meter().standing()).toMatchObject({ balanceMicros: 750, heldMicros: 0 });
  await suspend(user, null);
  await meter().refresh();
  expect(await admit(key)).toMatchObject({ admitted: true });
});

it("admits 500 requests of an account at once, and the next one when one of them has ended", async () => {
  const { keys, meter } = await meteredUser({ keys: 6 });
  const batches = await Promise.all(
    keys.map((key) =>
      admitAll(
        key,
        Array.from({ length: 90 }, () => 0),
      ),
    ),
  );
  expect(tally(batches.flat())).toEqual({ admitted: 500, concurrency_limit_exceeded: 40 });
  const refused = batches.flat().find(({ admitted }) => !admitted);
  expect(refused).toMatchObject({ retryAfterS: 1 });
  const [key] = keys as [MeteredKey];
  await restart(key);
  expect(await admit(key)).toMatchObject({ code: "concurrency_limit_exceeded" });
  const served = batches.flat().find(({ admitted }) => admitted);
  await meter().settle([settlement(served?.requestId ?? "", 0)]);
  expect(tally(await admitAll(key, [0, 0]))).toEqual({ admitted: 1, concurrency_limit_exceeded: 1 });
});

it("gives the first reason there is: key, suspension, rate, plan, budget, account limit, balance", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  const { account } = user;
  const refusal = async () => {
    await meter().refresh();
    const response = await admit(key, { hold: 100 });
    return response.admitted ? "admitted" : response.code;
  };
  expect(await refusal()).toBe("insufficient_balance");
  await limit(user, "day", 50);
  expect(await refusal()).toBe("spending_limit_exceeded");
  await budgetKey(user, key, [{ period: "day", micros: 50 }]);
  expect(await refusal()).toBe("budget_exceeded");
  const plan = { type: "Premium", validUntil: null, requestsPerMonth: 0 } as const;
  await writeDirectly((db) => db.insert(subscriptions).values({ accountId: account.id, ...plan }));
  expect(await refusal()).toBe("quota_exceeded");
  for (let i = 0; i < 100; i += 1)
    await meter().refuse(key.route, { ...refusalOf(key), requestId: crypto.randomUUID() });
  expect(await refusal()).toBe("rate_limit_exceeded");
  await suspend(user, Date.now());
  expect(await refusal()).toBe("account_suspended");
  await writeDirectly((db) =>
    db.update(apiKeys).set({ disabledAt: Date.now() }).where(eq(apiKeys.accountId, account.id)),
  );
  expect(await refusal()).toBe("key_disabled");
});

const refusalOf = ({ lookup }: MeteredKey) => ({ keyHashes: [lookup], code: "other" as const, origin: null });

it("reports what is left after a request, but not to a key that may not see the balance", async () => {
  const { keys, meter } = await meteredUser({ micros: 1000, keys: 2 });
  const [open, hidden] = keys as [MeteredKey, MeteredKey];
  await writeDirectly((db) =>
    db.update(apiKeys).set({ showsBalance: false }).where(eq(apiKeys.publicId, hidden.publicId)),
  );
  const first = await admit(open, { hold: 300 });
  expect(first).toMatchObject({ admitted: true, balanceMicros: 700 });
  const second = await admit(hidden, { hold: 200 });
  expect(second).toMatchObject({ admitted: true, balanceMicros: null });
  expect(await admit(hidden, { hold: 501 })).toMatchObject({
    code: "insufficient_balance",
    balanceMicros: null,
  });
  expect(await meter().settle([settlement(first.requestId, 100)])).toBe(700);
  expect(await meter().settle([settlement(second.requestId, 100)])).toBeNull();
  expect(await meter().standing()).toMatchObject({ balanceMicros: 800 });
});
