import { beforeAll, expect, it } from "vitest";
import { overviewResponse } from "#core/contract/operator-overview.ts";
import { RANGES } from "#core/domain/ranges.ts";
import { newOperator } from "./support/operators.ts";
import { errorOf, newUser } from "./support/test-api.ts";

let operator: Awaited<ReturnType<typeof newOperator>>;
beforeAll(async () => {
  operator = await newOperator();
});
const read = async (query: string) =>
  overviewResponse.strict().parse(await (await operator.ask(`/overview${query}`)).json());

it.each(RANGES)("the overview of %s has the form of its contract", async (range) => {
  const { series, unit } = await read(`?range=${range}`);
  expect([series.length, unit]).toEqual({ "24h": [24, "hour"], "7d": [7, "day"], "30d": [30, "day"] }[range]);
});

it("is that of 24 hours without a range, and of all accounts", async () => {
  const before = await read("");
  expect(before.series).toHaveLength(24);
  await newUser();
  // Other files open accounts too.
  expect((await read("")).accounts.total).toBeGreaterThan(before.accounts.total);
});

it.each(["1y", "", "24h,7d"])("refuses the range %j, naming the field and the rule", async (range) => {
  const response = await operator.ask(`/overview?range=${range}`);
  const { field, error } = await errorOf(response);
  expect([response.status, field, error]).toEqual([422, "range", "The range must be one of 24h, 7d, 30d."]);
});
