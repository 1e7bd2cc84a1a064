import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import type { Metering } from "#core/ports.ts";
import { accounts } from "#core/storage/schema/accounts.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { auditOf } from "./support/audit.ts";
import {
  call,
  errorOf,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const DAY = 86_400_000;
type Plan = Omit<typeof subscriptions.$inferInsert, "accountId">;
const PREMIUM: Plan = { type: "Premium", validUntil: Date.now() + 40 * DAY, requestsPerMonth: 10_000 };

async function subscriber(plan: Plan = PREMIUM): Promise<TestUser> {
  const user = await newUser();
  await writeDirectly((db) => db.insert(subscriptions).values({ accountId: user.account.id, ...plan }));
  return user;
}

const change = ({ token }: TestUser, draws_on_balance: boolean, api = testApi()) =>
  call(api, token, "/api/account/subscription", { method: "PATCH", body: { draws_on_balance } });

async function drawing({ token }: TestUser) {
  const response = await call(testApi(), token, "/api/account/subscription");
  return (await response.json<SubscriptionResponse>()).draws_on_balance;
}

it("a plan doesn't draw on the balance until its owner allows it, which is recorded once", async () => {
  const user = await subscriber();
  expect(await drawing(user)).toBe(false);
  const changed = await change(user, true);
  expect([changed.status, await changed.json()]).toMatchObject([
    200,
    { subscription_type: "Premium", draws_on_balance: true, value_per_month: 20 },
  ]);
  expect((await change(user, true)).status).toBe(200);
  expect(await drawing(user)).toBe(true);
  await change(user, false);
  expect(await drawing(user)).toBe(false);
  expect(await auditOf(user.account.id)).toMatchObject([
    { action: "plan.changed", subject: "Premium", detail: JSON.stringify({ draws_on_balance: true }) },
    { action: "plan.changed", subject: "Premium", detail: JSON.stringify({ draws_on_balance: false }) },
  ]);
});

it("its account's meter reads the setting before the request returns", async () => {
  const user = await subscriber();
  // Set with the account's first key.
  const route = crypto.randomUUID().slice(0, 11);
  await writeDirectly((db) => db.update(accounts).set({ route }).where(eq(accounts.id, user.account.id)));
  const seen: boolean[] = [];
  const refresh: Metering["refresh"] = async () => {
    const ofUser = eq(subscriptions.accountId, user.account.id);
    const rows = await openTestDatabase().select().from(subscriptions).where(ofUser);
    seen.push(...rows.map(({ drawsOnBalance }) => drawsOnBalance));
  };
  await change(user, true, testApi({ metering: { ...noMetering, refresh } }));
  expect(seen).toEqual([true]);
});

it.each<[string, Plan | null]>([
  ["without a plan", null],
  ["whose plan has ended", { ...PREMIUM, validUntil: Date.now() - 1 }],
])("an account %s has nothing to change", async (_what, plan) => {
  const user = plan === null ? await newUser() : await subscriber(plan);
  const refused = await change(user, true);
  expect([refused.status, (await errorOf(refused)).code]).toEqual([404, "not_found"]);
  expect(await drawing(user)).toBeNull();
  expect(await auditOf(user.account.id)).toEqual([]);
});

it("a plan without an end can be changed, and no other account's plan is", async () => {
  const endless = { type: "Business", validUntil: null, requestsPerMonth: null } as const;
  const [owner, other] = [await subscriber(endless), await subscriber()];
  expect((await change(owner, true)).status).toBe(200);
  expect([await drawing(owner), await drawing(other)]).toEqual([true, false]);
  expect(await auditOf(other.account.id)).toEqual([]);
});
