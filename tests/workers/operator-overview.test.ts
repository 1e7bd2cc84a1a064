import { beforeAll, expect, it } from "vitest";
import { overviewResponse } from "#core/contract/operator-overview.ts";
import { RANGES } from "#core/domain/ranges.ts";
import { newOperator } from "./support/operators.ts";
import { paidOrder } from "./support/payments.ts";
import { errorOf, newUser } from "./support/test-api.ts";

let operator: Awaited<ReturnType<typeof newOperator>>;
beforeAll(async () => {
  operator = await newOperator();
});
const read = async (query: string) =>
  overviewResponse.strict().parse(await (await operator.ask(`/overview${query}`)).json());

it.each(RANGES)("the overview of %s has the form of its contract", async (range) => {
  const { series, unit, as_of } = await read(`?range=${range}`);
  expect([series.length, unit]).toEqual({ "24h": [24, "hour"], "7d": [7, "day"], "30d": [30, "day"] }[range]);
  expect(Date.now() - Date.parse(as_of)).toBeLessThan(60_000);
});

it("is that of 24 hours without a range, of all accounts, and counts a payment that no ledger has", async () => {
  const before = await read("");
  expect(before.series).toHaveLength(24);
  await paidOrder(await newUser());
  const after = await read("");
  expect(after.accounts.total).toBe(before.accounts.total + 1);
  expect(after.revenue).toMatchObject({
    ...{ amount: before.revenue.amount + 25, payments: before.revenue.payments + 1 },
  });
  expect(after.stuck.uncredited).toEqual({
    ...{ count: before.stuck.uncredited.count + 1, amount: before.stuck.uncredited.amount + 25 },
  });
});

it.each([
  ["?range=1y", "range", "The range must be one of 24h, 7d, 30d."],
  ["?range=", "range", "The range must be one of 24h, 7d, 30d."],
  ["?from=0", "from", null],
])("refuses %s, naming the field", async (query, field, rule) => {
  const response = await operator.ask(`/overview${query}`);
  const error = await errorOf(response);
  expect([response.status, error.field]).toEqual([422, field]);
  if (rule !== null) expect(error.error).toBe(rule);
});
