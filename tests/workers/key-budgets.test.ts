import { describe, expect, it } from "vitest";
import type { BudgetInput, BudgetTrialResponse } from "#core/contract/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { auditOf } from "./support/audit.ts";
import { putBudgets } from "./support/key-budgets.ts";
import { keyOf, listOf, refusalOf, revoke, rotate } from "./support/key-life.ts";
import { call, createKeyAs, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

/** A Saturday. */
const NOW = Date.parse("2026-11-21T18:00Z");
const api = testApi({ clock: { now: () => NOW } });
const changesOf = async ({ account }: TestUser) =>
  (await auditOf(account.id)).filter(({ action }) => action === "key.changed");

interface Spent {
  at: string;
  micros: number;
  status?: number;
}

async function spend({ account }: TestUser, id: string, requests: Spent[]) {
  const db = openTestDatabase();
  const { rows } = await db.$client.execute({
    sql: "SELECT id FROM api_keys WHERE public_id = ?",
    args: [id],
  });
  await insertUsage(
    db,
    requests.map(({ at, micros, status = 200 }) => ({
      requestId: crypto.randomUUID(),
      accountId: account.id,
      keyId: Number(rows[0]?.id),
      timestamp: Date.parse(at),
      endpoint: "/v1/chat/completions",
      statusCode: status,
      responseTime: 9,
      costMicros: micros,
      billedMicros: micros,
      tokensIn: 1,
      tokensOut: 1,
    })),
  );
}

const trial = ({ token }: TestUser, id: string, budgets: BudgetInput[]) =>
  call(api, token, `/api/keys/${id}/budgets/trial`, { body: { budgets } });

async function userWithKey() {
  const user = await newUser();
  return { user, ...(await createKeyAs(api, user)) };
}

describe("setting a key's budgets", () => {
  it("replaces the whole set, and the list shows each budget with what is spent", async () => {
    const { user, id } = await userWithKey();
    const other = await createKeyAs(api, user, "Other");
    await spend(user, id, [
      { at: "2026-11-21T00:00Z", micros: 1_000_000 },
      { at: "2026-11-20T23:59:59.999Z", micros: 200_000 },
      { at: "2026-11-16T00:00Z", micros: 30_000 },
      { at: "2026-11-15T23:59Z", micros: 4_000 },
      { at: "2026-10-31T23:59Z", micros: 500 },
    ]);
    await spend(user, other.id, [{ at: "2026-11-21T01:00Z", micros: 7_000_000 }]);
    const all: BudgetInput[] = [
      { period: "month", amount: 100 },
      { period: "day", amount: 0.5 },
      { period: "week", amount: 0 },
    ];
    const budgets = [
      { period: "day", amount: 0.5, spent: 1, resets_at: "2026-11-22T00:00:00.000Z" },
      { period: "week", amount: 0, spent: 1.23, resets_at: "2026-11-23T00:00:00.000Z" },
      { period: "month", amount: 100, spent: 1.234, resets_at: "2026-12-01T00:00:00.000Z" },
    ];
    expect(await keyOf(await putBudgets(api, user, id, all))).toMatchObject({ id, budgets });
    expect(await listOf(api, user)).toMatchObject([
      { id: other.id, budgets: [] },
      { id, budgets },
    ]);
    const fewer: BudgetInput[] = [{ period: "week", amount: 2.5 }];
    const left = [{ ...budgets[1], amount: 2.5 }];
    expect(await keyOf(await putBudgets(api, user, id, fewer))).toMatchObject({ budgets: left });
    expect(await keyOf(await putBudgets(api, user, id, []))).toMatchObject({ budgets: [] });
    expect(await listOf(api, user)).toMatchObject([{ budgets: [] }, { budgets: [] }]);
  });

  it("keeps an amount to the micro-dollar", async () => {
    const { user, id } = await userWithKey();
    for (const amount of [0.000001, 0.1, 1.1, 2.675, 999_999.999999, 1_000_000]) {
      const key = await keyOf(await putBudgets(api, user, id, [{ period: "day", amount }]));
      expect(key.budgets[0]?.amount).toBe(amount);
    }
  });

  it("is recorded with the new set, but only when something changed", async () => {
    const { user, id } = await userWithKey();
    await putBudgets(api, user, id, []);
    expect(await changesOf(user)).toEqual([]);
    const set: BudgetInput[] = [
      { period: "week", amount: 20 },
      { period: "day", amount: 5 },
    ];
    await putBudgets(api, user, id, set);
    await putBudgets(api, user, id, set.toReversed());
    await putBudgets(api, user, id, []);
    expect(await changesOf(user)).toMatchObject([
      { subject: id, detail: JSON.stringify({ budget_day: 5, budget_week: 20, budget_month: null }) },
      { subject: id, detail: JSON.stringify({ budget_day: null, budget_week: null, budget_month: null }) },
    ]);
  });

  it("is refused for a revoked key, and so is a preview; the list shows none of its budgets", async () => {
    const { user, id } = await userWithKey();
    await putBudgets(api, user, id, [{ period: "day", amount: 5 }]);
    await revoke(api, user, id);
    const recorded = await changesOf(user);
    for (const response of [await putBudgets(api, user, id, []), await trial(user, id, [])])
      expect(await refusalOf(response)).toMatchObject({ status: 409, code: "key_revoked" });
    expect(await changesOf(user)).toEqual(recorded);
    expect(await listOf(api, user)).toMatchObject([{ id, budgets: [] }]);
  });

  it("does not affect another account's key", async () => {
    const [{ user, id }, stranger] = [await userWithKey(), await newUser()];
    await putBudgets(api, user, id, [{ period: "day", amount: 5 }]);
    expect((await putBudgets(api, stranger, id, [])).status).toBe(404);
    expect(await listOf(api, user)).toMatchObject([{ id, budgets: [{ period: "day", amount: 5 }] }]);
    expect(await changesOf(stranger)).toEqual([]);
  });

  it.each([0, 24])(
    "is carried over, with what was spent of it, by a rotation with an overlap of %d h",
    async (hours) => {
      const { user, id } = await userWithKey();
      await putBudgets(api, user, id, [{ period: "month", amount: 30 }]);
      await spend(user, id, [{ at: "2026-11-21T01:00Z", micros: 7 }]);
      const resets_at = "2026-12-01T00:00:00.000Z";
      const budgets = [{ period: "month", amount: 30, spent: 0.000007, resets_at }];
      expect(await keyOf(await rotate(api, user, id, hours), 201)).toMatchObject({ budgets });
    },
  );
});

describe("a preview of budgets", () => {
  const requests: Spent[] = [
    // Before the 30 days, but in the week that contains their first day.
    { at: "2026-10-20T10:00Z", micros: 900_000 },
    { at: "2026-10-23T10:00Z", micros: 300_000 },
    { at: "2026-11-17T10:00Z", micros: 600_000 },
    { at: "2026-11-17T11:00Z", micros: 600_000 },
    { at: "2026-11-17T12:00Z", micros: 0, status: 502 },
    { at: "2026-11-18T10:00Z", micros: 100_000 },
    { at: "2026-11-21T17:00Z", micros: 50_000 },
  ];

  it("shows what each would have refused in the last 30 days, and what this period has cost so far", async () => {
    const { user, id } = await userWithKey();
    await spend(user, id, requests);
    const response = await trial(user, id, [
      { period: "week", amount: 1 },
      { period: "day", amount: 0.9 },
      { period: "month", amount: 100 },
    ]);
    expect([response.status, await response.json<BudgetTrialResponse>()]).toEqual([
      200,
      {
        from: "2026-10-23",
        to: "2026-11-21",
        starts_at: "2026-10-23T00:00:00.000Z",
        spending: {
          day: { spent: 0.05, resets_at: "2026-11-22T00:00:00.000Z" },
          week: { spent: 1.35, resets_at: "2026-11-23T00:00:00.000Z" },
          month: { spent: 1.35, resets_at: "2026-12-01T00:00:00.000Z" },
        },
        budgets: [
          {
            period: "week",
            amount: 1,
            blocked_amount: 0.9,
            blocked_requests: 2,
            blocked_days: ["2026-10-23", "2026-11-17"],
          },
          {
            period: "day",
            amount: 0.9,
            blocked_amount: 0.6,
            blocked_requests: 1,
            blocked_days: ["2026-11-17"],
          },
          { period: "month", amount: 100, blocked_amount: 0, blocked_requests: 0, blocked_days: [] },
        ],
        together: {
          blocked_amount: 0.9,
          blocked_requests: 2,
          blocked_days: ["2026-10-23", "2026-11-17"],
        },
      },
    ]);
  });

  it("changes nothing and is not recorded", async () => {
    const { user, id } = await userWithKey();
    await putBudgets(api, user, id, [{ period: "day", amount: 5 }]);
    const [before, log] = [await listOf(api, user), await auditOf(user.account.id)];
    await trial(user, id, [{ period: "day", amount: 1 }]);
    expect([await listOf(api, user), await auditOf(user.account.id)]).toEqual([before, log]);
  });

  it("ignores the account's other keys and future days", async () => {
    const { user, id } = await userWithKey();
    const other = await createKeyAs(api, user, "Other");
    await spend(user, other.id, requests);
    const later = new Date(NOW + DAY_MS).toISOString();
    await spend(user, id, [{ at: later, micros: 5_000_000 }]);
    const { spending, budgets } = await (
      await trial(user, id, [{ period: "month", amount: 0 }])
    ).json<BudgetTrialResponse>();
    expect(budgets).toMatchObject([{ blocked_amount: 0, blocked_requests: 0, blocked_days: [] }]);
    expect(spending).toMatchObject({ day: { spent: 0 }, week: { spent: 0 }, month: { spent: 0 } });
  });
});
