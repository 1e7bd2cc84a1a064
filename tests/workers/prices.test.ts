import { afterAll, expect, it } from "vitest";
import { pricesResponse } from "#core/contract/prices.ts";
import { DomainError } from "#core/domain/errors.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { call, errorOf, openTestDatabase, testApi } from "./support/test-api.ts";

const api = testApi();
const read = async () => pricesResponse.strict().parse(await (await call(api, null, "/api/prices")).json());

afterAll(() => publishExamplePrices(openTestDatabase()));

it("anyone can read the list in force, with every price, and caches may keep it for a minute", async () => {
  const published = { model: "m-1", input: 150_000, output: 600_000, context: 128_000, max_output: 4_096 };
  const dear = {
    model: "m-2",
    input: 1_000_000,
    cached_input: 100_000,
    output: 8_000_001,
    request: 50,
    steps: [{ above: 64_000, input: 2_000_000, output: 12_000_000 }],
    tiers: { flex: 500 },
    minute: 6_000,
    least_seconds: 10,
    images: [{ size: "1024x1024", quality: "high", micros: 167_000 }],
    context: 1_000_000,
    max_output: 32_768,
    overhead: 16,
    reasoning: true,
    image_tokens: 85,
  };
  await publishExamplePrices(openTestDatabase(), [dear, published]);
  const response = await call(api, null, "/api/prices");
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
  const { in_force_since, models } = pricesResponse.strict().parse(await response.json());
  expect(Math.abs(Date.parse(in_force_since ?? "") - Date.now())).toBeLessThan(60_000);
  expect(models).toEqual([
    {
      model: "m-1",
      context: 128_000,
      max_output: 4_096,
      reasoning: false,
      tokens: { input: 0.15, output: 0.6 },
      long_prompts: [],
      service_tiers: {},
      minimum_seconds: 0,
      images: [],
    },
    {
      model: "m-2",
      context: 1_000_000,
      max_output: 32_768,
      reasoning: true,
      tokens: { input: 1, cached_input: 0.1, output: 8.000001 },
      long_prompts: [{ above: 64_000, tokens: { input: 2, output: 12 } }],
      service_tiers: { flex: 0.5 },
      request: 0.00005,
      minute: 0.006,
      minimum_seconds: 10,
      images: [{ size: "1024x1024", quality: "high", price: 0.167 }],
    },
  ]);
});

it("a new list replaces the old one at once", async () => {
  const model = { model: "m-3", input: 1, output: 1, context: 10, max_output: 10 };
  await publishExamplePrices(openTestDatabase(), [model]);
  expect((await read()).models.map(({ model: name }) => name)).toEqual(["m-3"]);
});

it("there are no models before the first list", async () => {
  const before = testApi({ clock: { now: () => 1 } });
  const response = await call(before, null, "/api/prices");
  expect([response.status, await response.json()]).toEqual([200, { in_force_since: null, models: [] }]);
});

it("while the database is away, it says so and nothing may be cached", async () => {
  const errors = expectErrors();
  const openDatabase = () => {
    throw new DomainError("database_unavailable", "Away.");
  };
  const response = await call(testApi({ openDatabase }), null, "/api/prices");
  expect([response.status, response.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(await errorOf(response)).toMatchObject({ code: "database_unavailable" });
  expect(errors()).toHaveLength(1);
});
