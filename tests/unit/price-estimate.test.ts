import fc from "fast-check";
import { expect, test } from "vitest";
import { modelPricesOf, type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";
import { pricesResponse } from "#core/contract/prices.ts";
import { chargeOf } from "#core/domain/gateway/charging.ts";
import { PLAIN_FACTS } from "#core/domain/gateway/endpoints/request-facts.ts";
import { type ModelPrice, ratesAt } from "#core/domain/gateway/price-list.ts";
import { NOTHING_READ } from "#core/domain/gateway/reading.ts";
import type { Priced } from "#core/domain/gateway/request-price.ts";
import { estimate, type Workload } from "#core/domain/price-estimate.ts";
import { modelPriceFrom, modelPricesFrom } from "#core/domain/public-prices.ts";
import { anyPrice } from "./gateway-price-arbitraries.ts";

const RUNS = { numRuns: 500 };
const BOUND = 10_000_000;

const anyWorkload: fc.Arbitrary<Workload> = fc.record({
  inputTokens: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: BOUND })),
  cachedPercent: fc.integer({ min: 0, max: 100 }),
  outputTokens: fc.oneof(fc.nat(1_000), fc.nat(1_000_000)),
  requestsPerDay: fc.oneof(fc.nat(100), fc.nat(BOUND)),
});

/** A request that permits these counts, so that the gateway charges them as they are. */
function charged(price: ModelPrice, { inputTokens, cachedPercent, outputTokens }: Workload): number {
  const cached = Number((BigInt(inputTokens) * BigInt(cachedPercent)) / 100n);
  const kinds = { input: inputTokens, cached_input: inputTokens, output: outputTokens };
  const facts = { choices: 1, prompts: 1, tier: null, units: null } as Priced["facts"];
  const bounds = { input: inputTokens, output: outputTokens, kinds, tiers: ["default"] };
  const priced = { listId: 1, price, facts, free: false, bounds, likelyInput: () => ({}), holdMicros: 0 };
  const tokens = { input: inputTokens - cached, cached_input: cached, output: outputTokens };
  const usage = { tokens, tier: null };
  const reading = { ...NOTHING_READ, usage, content: true, ended: true };
  return chargeOf(priced, "completed", reading, 0).costMicros;
}

test("a workload costs the gateway's charge for its request, times the requests", () => {
  fc.assert(
    fc.property(anyPrice, anyWorkload, (price, workload) => {
      const request = BigInt(charged(price, workload));
      const day = request * BigInt(workload.requestsPerDay);
      // The page calculates with the prices that it is sent.
      const sent = modelPriceFrom(JSON.parse(JSON.stringify(modelPricesFrom(price))));
      expect(estimate(sent, workload)).toEqual({ request, day, month: day * 30n });
    }),
    RUNS,
  );
});

/** A model with a price for units, and as many of them as a request permits. */
const anyUnitWorkload = anyPrice.chain((price) => {
  const { fees, images } = price;
  const dimensions = [
    ...(fees.minute === undefined ? [] : ["second"]),
    ...(fees.thousand_characters === undefined ? [] : ["character"]),
    ...(fees.search_unit === undefined ? [] : ["search_unit"]),
    ...images.map(({ size, quality }) => `image:${size}:${quality}`),
  ];
  const units = fc.record({
    dimension: fc.constantFrom("", ...dimensions),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
  });
  return fc.record({ price: fc.constant(price), units, requestsPerDay: fc.nat(BOUND) });
});

test("a workload of units costs the gateway's charge for such a request, times the requests", () => {
  let checked = 0;
  fc.assert(
    fc.property(anyUnitWorkload, ({ price, units, requestsPerDay }) => {
      fc.pre(units.dimension !== "");
      checked++;
      const { dimension, quantity } = units;
      const bound = { dimensions: [dimension], most: quantity, likely: quantity, known: true };
      const facts = { ...PLAIN_FACTS, units: bound };
      const bounds = { input: 0, output: 0, kinds: {}, tiers: ["default"] } as Priced["bounds"];
      const priced = { listId: 1, price, facts, free: false, bounds, likelyInput: () => ({}), holdMicros: 0 };
      const reading = { ...NOTHING_READ, content: true, ended: true };
      const request = BigInt(chargeOf(priced, "completed", reading, 0).costMicros);
      const day = request * BigInt(requestsPerDay);
      const sent = modelPriceFrom(JSON.parse(JSON.stringify(modelPricesFrom(price))));
      const none = { inputTokens: 0, cachedPercent: 0, outputTokens: 0 };
      expect(estimate(sent, { ...none, units, requestsPerDay })).toEqual({ request, day, month: day * 30n });
    }),
    RUNS,
  );
  expect(checked).toBe(RUNS.numRuns);
});

test("a request's cost is that of its exact fractions, rounded up once", () => {
  fc.assert(
    fc.property(anyPrice, anyWorkload, (price, workload) => {
      const { inputTokens, outputTokens } = workload;
      const cached = (BigInt(inputTokens) * BigInt(workload.cachedPercent)) / 100n;
      const { input, cached_input = input, output } = ratesAt(price, inputTokens);
      const millionths =
        (BigInt(inputTokens) - cached) * BigInt(input) +
        cached * BigInt(cached_input) +
        BigInt(outputTokens) * BigInt(output);
      const tokens = (millionths + 999_999n) / 1_000_000n;
      expect(estimate(price, workload).request).toBe(tokens + BigInt(price.fees.request ?? 0));
    }),
    RUNS,
  );
});

const UNITS: Partial<PriceEntry> = {
  minute: 6_000,
  thousand_characters: 15_000,
  search_unit: 2_000,
  least_seconds: 10,
  images: [{ size: "1024x1024", quality: "high", micros: 167_000 }],
  tiers: { flex: 500, scale: 1_333 },
};

test("published prices come back from dollars as the same micro-dollars, every dimension", () => {
  const dear = { model: "dear", input: 9_999_999_999, output: 1, context: 8_192, max_output: 100, ...UNITS };
  const published = [...modelPricesOf(parsePriceEntries(JSON.stringify([dear]))).values()];
  for (const price of published) {
    const sent = modelPricesFrom(price);
    expect(pricesResponse.parse({ in_force_since: null, models: [sent] }).models).toEqual([sent]);
    const { rates, steps, fees, images, tiers, leastSeconds } = price;
    expect(modelPriceFrom(sent)).toMatchObject({ rates, steps, fees, images, tiers, leastSeconds });
  }
  fc.assert(
    fc.property(anyPrice, (price) => {
      const { rates, steps, fees, tiers } = modelPriceFrom(modelPricesFrom(price));
      expect({ rates, steps, fees, tiers }).toEqual({
        rates: price.rates,
        steps: price.steps,
        fees: price.fees,
        tiers: { ...price.tiers },
      });
    }),
    RUNS,
  );
});
