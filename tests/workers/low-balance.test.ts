import { expect, it } from "vitest";
import type { BalanceResponse } from "#core/contract/account.ts";
import { auditOf } from "./support/audit.ts";
import { call, errorOf, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const PATH = "/api/account/balance";

const read = async ({ token }: TestUser) => (await call(api, token, PATH)).json<BalanceResponse>();
const change = ({ token }: TestUser, low_balance_threshold: unknown) =>
  call(api, token, PATH, { method: "PATCH", body: { low_balance_threshold } });

it("a balance is low below $5 until its owner chooses another amount, which no other account sees", async () => {
  const [user, stranger] = await Promise.all([newUser({ micros: 7_000_000 }), newUser()]);
  expect(await read(user)).toMatchObject({ balance: 7, low_balance_threshold: 5 });
  const changed = await change(user, 12.34);
  expect(changed.status).toBe(200);
  const expected = { balance: 7, low_balance_threshold: 12.34 };
  expect(await changed.json()).toMatchObject(expected);
  expect(await read(user)).toMatchObject(expected);
  expect(await read(stranger)).toMatchObject({ low_balance_threshold: 5 });
});

it("a change is recorded once, with its amount", async () => {
  const user = await newUser();
  for (const threshold of [10, 10, 20, 20]) await change(user, threshold);
  const log = (await auditOf(user.account.id)).filter(({ action }) => action === "settings.changed");
  expect(log.map(({ detail }) => JSON.parse(detail ?? "null"))).toEqual([
    { low_balance_threshold: 10 },
    { low_balance_threshold: 20 },
  ]);
});

it.each([
  [0.99, "The low_balance_threshold must be at least 1."],
  [10_000.01, "The low_balance_threshold must be at most 10000."],
  [5.001, "The low_balance_threshold must be whole cents."],
  ["5", "The low_balance_threshold must be a number."],
  [null, "The low_balance_threshold must be a number."],
])("%s is refused by the field and the rule", async (threshold, error) => {
  const user = await newUser();
  const response = await change(user, threshold);
  expect(response.status).toBe(422);
  expect(await errorOf(response)).toMatchObject({ error, field: "low_balance_threshold" });
  expect(await read(user)).toMatchObject({ low_balance_threshold: 5 });
});
