import { expect, it } from "vitest";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { DAY_MS, dayName } from "#core/domain/time.ts";
import { spend } from "#tests/support/money.ts";
import { auditOf } from "./support/audit.ts";
import { call, errorOf, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const db = openTestDatabase();
const PATH = "/api/account/spend-alerts";
const today = () => dayName(Math.floor(Date.now() / DAY_MS));

const read = async ({ token }: TestUser) => (await call(api, token, PATH)).json<SpendAlertsResponse>();
const set = ({ token }: TestUser, amounts: unknown) =>
  call(api, token, PATH, { method: "PUT", body: { amounts } });

it("are replaced as a whole, say which the month has reached, and are no other account's", async () => {
  const [user, stranger] = await Promise.all([newUser({ micros: 90_000_000 }), newUser()]);
  expect(await read(user)).toMatchObject({ alerts: [], spent: 0 });
  await spend(db, user.account.id, 60_000_000);
  const changed = await set(user, [100, 50.25]);
  expect(changed.status).toBe(200);
  const expected = {
    alerts: [
      { amount: 50.25, reached_on: today() },
      { amount: 100, reached_on: null },
    ],
    spent: 60,
  };
  expect(await changed.json()).toMatchObject(expected);
  expect(await read(user)).toMatchObject(expected);
  expect(await read(stranger)).toMatchObject({ alerts: [], spent: 0 });
  await set(user, [100]);
  expect((await read(user)).alerts).toEqual([{ amount: 100, reached_on: null }]);
});

it("a change is recorded once, with the amounts in their order", async () => {
  const user = await newUser();
  for (const amounts of [[50, 10], [10, 50], [10], []]) await set(user, amounts);
  const log = (await auditOf(user.account.id)).filter(({ action }) => action === "spend_alerts.changed");
  expect(log.map(({ detail }) => JSON.parse(detail ?? "null"))).toEqual([
    { amounts: [10, 50] },
    { amounts: [10] },
    { amounts: [] },
  ]);
});

it.each([
  [[5, 0.99], "amounts.1", "Each amount must be at least 1."],
  [[1_000_000.01], "amounts.0", "Each amount must be at most 1000000."],
  [[5.001], "amounts.0", "Each amount must be whole cents."],
  [["5"], "amounts.0", "Each amount must be a number."],
  [[5, 6, 5], "amounts.2", "Each amount can be listed only once."],
  [[1, 2, 3, 4, 5, 6], "amounts", "There can be at most 5 amounts."],
  [null, "amounts", "The amounts must be a list."],
])("%j is refused by the field and the rule", async (amounts, field, error) => {
  const user = await newUser();
  const response = await set(user, amounts);
  expect(response.status).toBe(422);
  expect(await errorOf(response)).toMatchObject({ error, field });
  expect((await read(user)).alerts).toEqual([]);
});
