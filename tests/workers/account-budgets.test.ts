import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AccountBudgetInput, AccountBudgetsResponse, BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { auditOf } from "./support/audit.ts";
import { listOf } from "./support/key-life.ts";
import { admit, meteredKey, meteredUser, meterOf, settlement, tally } from "./support/meter.ts";
import { call, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const PATH = "/api/account/budgets";
const usd = (micros: number) => micros / 1_000_000;

const put = ({ token }: TestUser, budgets: AccountBudgetInput[]) =>
  call(api, token, PATH, { method: "PUT", body: { budgets } });
const read = async ({ token }: TestUser) => (await call(api, token, PATH)).json<AccountBudgetsResponse>();

describe("the budgets of an account", () => {
  it("are none at first, are replaced as a whole, and stay another account's secret", async () => {
    const [user, stranger] = await Promise.all([newUser(), newUser()]);
    expect((await read(user)).budgets).toEqual([]);
    const set = await put(user, [
      { period: "month", amount: 100 },
      { period: "day", amount: 2.5 },
    ]);
    const { budgets, spending } = await set.json<AccountBudgetsResponse>();
    expect(set.status).toBe(200);
    expect(budgets).toEqual([
      { period: "day", amount: 2.5, ...spending.day },
      { period: "month", amount: 100, ...spending.month },
    ]);
    expect(await read(user)).toEqual({ budgets, spending });
    expect((await read(stranger)).budgets).toEqual([]);
    expect((await put(user, [{ period: "day", amount: 0 }])).status).toBe(200);
    expect((await read(user)).budgets).toMatchObject([{ period: "day", amount: 0 }]);
  });

  it("are recorded in the audit log when they change, and only then", async () => {
    const user = await newUser();
    const [first, removed]: AccountBudgetInput[][] = [[{ period: "month", amount: 20 }], []];
    for (const budgets of [first, first, removed, removed]) await put(user, budgets ?? []);
    const log = (await auditOf(user.account.id)).filter(({ action }) => action === "budgets.changed");
    expect(log.map(({ detail }) => JSON.parse(detail ?? "null"))).toEqual([
      { budget_day: null, budget_month: 20 },
      { budget_day: null, budget_month: null },
    ]);
  });

  it("hold for every key's requests as soon as they are set, count earlier spending, and can be raised", async () => {
    const { user, keys, meter } = await meteredUser({ keys: 2 });
    const [key, other] = keys;
    if (!key || !other) throw new Error("There are no keys.");
    const { requestId } = await admit(key, { hold: 500 });
    await meter().settle([settlement(requestId, 400)]);
    await put(user, [{ period: "month", amount: usd(600) }]);
    const admitted = [
      await admit(key, { hold: 150 }),
      await admit(other, { hold: 51 }),
      await admit(other, { hold: 50 }),
    ];
    expect(tally(admitted)).toEqual({ admitted: 2, spending_limit_exceeded: 1 });
    expect(await admit(key, { hold: 0 })).toMatchObject({ admitted: true });
    await put(user, [{ period: "month", amount: usd(700) }]);
    expect(tally([await admit(key, { hold: 101 }), await admit(key, { hold: 100 })])).toEqual({
      admitted: 1,
      spending_limit_exceeded: 1,
    });
    await put(user, []);
    expect(await admit(other, { hold: 10_000 })).toMatchObject({ admitted: true });
  });

  it("show what all keys have spent, which the key list shows key by key", async () => {
    const { user, keys, meter } = await meteredUser({ keys: 2 });
    for (const [at, key] of keys.entries()) {
      const { requestId } = await admit(key, { hold: 500 });
      await meter().settle([settlement(requestId, 100 + at)]);
    }
    await runDurableObjectAlarm(meter());
    expect(await read(user)).toMatchObject({
      spending: { day: { spent: usd(201) }, month: { spent: usd(201) } },
    });
    const spent = new Map(
      (await listOf(api, user)).map(({ id, spent_this_month }) => [id, spent_this_month]),
    );
    expect(keys.map(({ publicId }) => spent.get(publicId))).toEqual([usd(100), usd(101)]);
  });
});

describe("a key created with budgets", () => {
  const create = async (user: TestUser, budgets: BudgetInput[]) => {
    const response = await call(api, user.token, "/api/keys", { body: { name: "Limited", budgets } });
    expect(response.status).toBe(201);
    return response.json<ApiKey>();
  };

  it("has them in the response, in the list and in the audit log", async () => {
    const user = await newUser();
    const created = await create(user, [
      { period: "month", amount: 30 },
      { period: "day", amount: 2 },
    ]);
    expect(created).toMatchObject({
      budgets: [
        { period: "day", amount: 2, spent: 0 },
        { period: "month", amount: 30, spent: 0 },
      ],
      spent_this_month: 0,
    });
    const [listed] = await listOf(api, user);
    expect(listed).toEqual({ ...created, key: listed?.key });
    const entry = (await auditOf(user.account.id)).find(({ action }) => action === "key.created");
    expect(JSON.parse(entry?.detail ?? "null")).toEqual({
      budget_day: 2,
      budget_week: null,
      budget_month: 30,
    });
  });

  it("is refused its first request by a budget of 0, and admitted up to the budget otherwise", async () => {
    const user = await newUser();
    const none = await create(user, [{ period: "day", amount: 0 }]);
    const first = await meteredKey(none.id, none.key);
    expect(await admit(first, { hold: 1 })).toMatchObject({ admitted: false, code: "budget_exceeded" });
    const some = await create(user, [{ period: "month", amount: usd(300) }]);
    const second = await meteredKey(some.id, some.key);
    const holds = [200, 101, 100];
    const admitted = [];
    for (const hold of holds) admitted.push(await admit(second, { hold }));
    expect(tally(admitted)).toEqual({ admitted: 2, budget_exceeded: 1 });
    expect(await meterOf(first).standing()).toMatchObject({ unposted: 0 });
  });
});
