import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { type PricePreview, previewPrices } from "#core/services/prices/preview-prices.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

const NOW = Date.UTC(2026, 10, 22, 10);
const MODELS = ["costed", "unknown", "gone"] as const;
const UNKNOWN = { cost: null, marginBefore: null, marginAfter: null };

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(() => removeUsage());

const removeUsage = () => writeBatch(server.db, ["DELETE FROM api_usage"]);

/** Micro-dollars per million tokens and per search unit; thousandths for the tier `flex`. */
const amounts = fc.record({
  input: fc.nat(20_000_000),
  cached_input: fc.nat(20_000_000),
  output: fc.nat(20_000_000),
  longInput: fc.nat(20_000_000),
  search_unit: fc.nat(5_000),
  flex: fc.integer({ min: 1, max: 3_000 }),
});
type Amounts = Parameters<Parameters<typeof amounts.map>[0]>[0];

const quantities = fc.record({
  input: fc.nat(5_000),
  cached_input: fc.nat(5_000),
  output: fc.nat(5_000),
  search_unit: fc.nat(20),
});
type Quantities = Parameters<Parameters<typeof quantities.map>[0]>[0];

const LONG = 4_000;
const componentsOf = ({ longInput, flex, ...rates }: Amounts) => ({
  ...rates,
  tiers: { flex },
  steps: [{ above: LONG, input: longInput, output: rates.output }],
});
const listOf = (price: Amounts, cost: Amounts) => {
  const limits = { context: 100_000, max_output: 10_000 };
  return parsePriceEntries(
    JSON.stringify([
      { model: "costed", ...componentsOf(price), ...limits, provider_cost: componentsOf(cost) },
      { model: "unknown", ...componentsOf(price), ...limits },
    ]),
  );
};

/** Kind by kind, in billionths of a micro-dollar, rounded up once. */
function plainCost(
  of: Amounts,
  { input, cached_input, output, search_unit }: Quantities,
  tier: string,
): number {
  const isLong = input + cached_input > LONG;
  const perInput = isLong ? of.longInput : of.input;
  const perCached = isLong ? of.longInput : of.cached_input;
  const tokens = BigInt(input) * BigInt(perInput) + BigInt(cached_input) * BigInt(perCached);
  const factor = BigInt(tier === "flex" ? of.flex : 1_000);
  const billionths = (tokens + BigInt(output) * BigInt(of.output)) * factor;
  const units = BigInt(search_unit) * BigInt(of.search_unit) * 1_000_000_000n;
  return Number((billionths + units + 999_999_999n) / 1_000_000_000n);
}

const request = fc.record({
  model: fc.constantFrom(...MODELS),
  tier: fc.constantFrom("default", "flex"),
  quantities,
  costMicros: fc.nat(100_000),
});

const insert = (requests: readonly { model: string; bill: string | null; costMicros: number }[]) =>
  insertUsage(
    server.db,
    requests.map(({ model, bill, costMicros }) => ({
      requestId: crypto.randomUUID(),
      accountId: 1,
      keyId: 1,
      timestamp: NOW,
      statusCode: 200,
      endpoint: "/v1/rerank",
      responseTime: 1,
      tokensIn: 1,
      tokensOut: 1,
      priceListId: 1,
      model,
      priceLines: bill,
      costMicros,
    })),
  );
const billOf = (tier: string, counts: Quantities) =>
  JSON.stringify({
    tier,
    lines: Object.entries(counts).map(([dimension, quantity]) => ({ dimension, quantity })),
  });
const preview = (...list: Parameters<typeof listOf>) =>
  previewPrices({ db: server.db, clock: { now: () => NOW } }, listOf(...list));
const modelOf = ({ models }: PricePreview, name: string) => models.find(({ model }) => model === name);

it("computes the provider's cost as a plain model does, and the margin is the charge minus the cost", async () => {
  const property = fc.asyncProperty(
    fc.array(request, { maxLength: 20 }),
    amounts,
    amounts,
    async (requests, price, cost) => {
      await removeUsage();
      await insert(requests.map((each) => ({ ...each, bill: billOf(each.tier, each.quantities) })));
      const result = await preview(price, cost);
      const of = requests.filter(({ model }) => model === "costed");
      const sum = (by: (each: (typeof of)[number]) => number) => of.reduce((all, each) => all + by(each), 0);
      const expected = {
        before: sum(({ costMicros }) => costMicros),
        after: sum((each) => plainCost(price, each.quantities, each.tier)),
        cost: sum((each) => plainCost(cost, each.quantities, each.tier)),
      };
      const margins = {
        cost: expected.cost,
        marginBefore: expected.before - expected.cost,
        marginAfter: expected.after - expected.cost,
      };
      expect(result).toMatchObject(of.length === 0 ? UNKNOWN : margins);
      expect(result.uncosted).toBe(requests.length - of.length);
      if (of.length > 0) expect(modelOf(result, "costed")).toMatchObject({ ...expected, ...margins });
      for (const name of ["unknown", "gone"])
        if (requests.some(({ model }) => model === name))
          expect(modelOf(result, name)).toMatchObject(UNKNOWN);
    },
  );
  await fc.assert(property, { numRuns: runs(200) });
});

const PLAIN = { input: 1_000_000, cached_input: 0, output: 0, longInput: 0, search_unit: 0, flex: 500 };

it("has no cost for a model with a request that the provider's figures don't have: a part would look like margin", async () => {
  const counts = { input: 10, cached_input: 0, output: 0, search_unit: 0 };
  await insert([
    { model: "costed", bill: billOf("default", counts), costMicros: 30 },
    { model: "costed", bill: billOf("priority", counts), costMicros: 50 },
  ]);
  expect(await preview(PLAIN, PLAIN)).toMatchObject({
    ...UNKNOWN,
    uncosted: 2,
    unpriced: 1,
    before: 80,
    after: 60,
  });
});

it("shows a loss as a margin below zero", async () => {
  const counts = { input: 10, cached_input: 0, output: 0, search_unit: 0 };
  await insert([{ model: "costed", bill: billOf("default", counts), costMicros: 30 }]);
  const result = await preview(PLAIN, { ...PLAIN, input: 2_500_000 });
  expect(result).toMatchObject({ cost: 25, marginBefore: 5, marginAfter: -15 });
});
