import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Bill,
  chargedLines,
  costOf,
  INPUT_KINDS,
  type ModelPrice,
  OUTPUT_KINDS,
  TOKEN_KINDS,
} from "#core/domain/gateway/price-list.ts";
import { runs } from "#tests/support/tier.ts";
import { anyPrice, upTo } from "./gateway-price-arbitraries.ts";
import { PRICE } from "./gateway-price-support.ts";

const cost = (price: Partial<ModelPrice>, quantities: Record<string, number>, tier = "default") =>
  costOf({ ...PRICE, ...price }, { tier, lines: linesOf(quantities) });
const linesOf = (quantities: Record<string, number>): Bill["lines"] =>
  Object.entries(quantities).map(([dimension, quantity]) => ({ dimension, quantity }));

const small = { rates: { input: 150_000, output: 600_000 } };
const everyRate = {
  input: 1_000_000,
  cached_input: 100_000,
  cache_write_5m: 1_250_000,
  cache_write_1h: 2_000_000,
  audio_input: 40_000_000,
  cached_audio_input: 3_000_000,
  image_input: 5_000_000,
  output: 4_000_000,
  audio_output: 80_000_000,
  image_output: 30_000_000,
};

describe("the cost of a bill", () => {
  it.each<[string, number, number]>([
    ["nothing without lines", cost({}, {}), 0],
    ["one micro-dollar for the smallest part of one", cost(small, { input: 1 }), 1],
    ["rounded up once, not once per line", cost(small, { input: 5, output: 1 }), 2],
    ["exact at a whole number", cost(small, { input: 20, output: 5 }), 6],
    [
      "exact where a double is not",
      cost({ rates: { input: 9_999_999_999, output: 0 } }, { input: 999_999_999 }),
      9_999_999_989_001,
    ],
    [
      "the sum of every kind at its own rate",
      cost({ rates: everyRate }, Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, 1_000]))),
      1_000 + 100 + 1_250 + 2_000 + 40_000 + 3_000 + 5_000 + 4_000 + 80_000 + 30_000,
    ],
    ["at the rate of input for input without a rate", cost({}, { cached_input: 10, image_input: 5 }), 15],
    ["at the rate of output for output without a rate", cost({}, { audio_output: 10 }), 40],
    ["a fee per request", cost({ fees: { request: 40 } }, { request: 1, input: 2 }), 42],
    ["a fee per search unit", cost({ fees: { search_unit: 2_000 } }, { search_unit: 3 }), 6_000],
    ["a sixtieth of a minute's fee per second", cost({ fees: { minute: 6_000 } }, { second: 61 }), 6_100],
    [
      "of the least length for a shorter recording",
      cost({ fees: { minute: 6_000 }, leastSeconds: 10 }, { second: 3 }),
      1_000,
    ],
    [
      "a thousandth of a fee per character",
      cost({ fees: { thousand_characters: 15 } }, { character: 67 }),
      2,
    ],
    [
      "of images by size and quality",
      cost(
        { images: [{ size: "1024x1024", quality: "high", micros: 167_000 }] },
        { "image:1024x1024:high": 2 },
      ),
      334_000,
    ],
    ["of tokens times the tier", cost({ tiers: { flex: 500 } }, { input: 3 }, "flex"), 2],
    [
      "of a fee without the tier",
      cost({ tiers: { priority: 2_000 }, fees: { request: 5 } }, { input: 3, request: 1 }, "priority"),
      11,
    ],
  ])("is %s", (_, micros, expected) => {
    expect(micros).toBe(expected);
  });

  it("is by the step of all input together, for all tokens", () => {
    const steps = [
      { above: 100, rates: { input: 2_000_000, output: 6_000_000 } },
      { above: 200, rates: { input: 500_000, output: 1_000_000 } },
    ];
    const at = (input: number) => cost({ steps }, { input, cached_input: 50, output: 10 });
    expect([at(50), at(51), at(150), at(151)]).toEqual([140, 262, 460, 111]);
  });

  it.each<[string, () => number, string]>([
    ["a tier", () => cost({}, { input: 1 }, "flex"), "no service tier flex"],
    ["a tier named like a property", () => cost({}, { input: 1 }, "constructor"), "no service tier"],
    ["a fee", () => cost({}, { search_unit: 1 }), "no price for search_unit"],
    ["an image", () => cost({}, { "image:1x1:low": 1 }), "no price for image:1x1:low"],
    ["a dimension", () => cost({}, { tokens: 1 }), "no price for tokens"],
  ])("is not invented for %s without a price", (_, run, message) => {
    expect(run).toThrow(message);
  });

  it("is the smallest whole number not below the exact sum, for every list", () => {
    const counts = fc.record(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, upTo(1_000_000_000)])));
    fc.assert(
      fc.property(anyPrice, counts, fc.nat(4), (price, quantities, named) => {
        const tier = Object.keys(price.tiers)[named] ?? "default";
        const micros = costOf(price, { tier, lines: linesOf(quantities) });
        expect(Number.isSafeInteger(micros)).toBe(true);
        const due = billionthsOf(price, quantities, tier);
        const charged = BigInt(micros) * 1_000_000_000n;
        expect(charged >= due && charged - due < 1_000_000_000n).toBe(true);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

/** Billionths of micro-dollars, computed kind by kind. */
function billionthsOf(price: ModelPrice, quantities: Record<string, number>, tier: string): bigint {
  const input = INPUT_KINDS.reduce((sum, kind) => sum + (quantities[kind] ?? 0), 0);
  let rates = price.rates;
  for (const step of price.steps) if (input > step.above) rates = step.rates;
  const times = BigInt(tier === "default" ? 1000 : (price.tiers[tier] ?? 0));
  let sum = 0n;
  for (const kind of INPUT_KINDS) sum += BigInt(quantities[kind] ?? 0) * BigInt(rates[kind] ?? rates.input);
  for (const kind of OUTPUT_KINDS) sum += BigInt(quantities[kind] ?? 0) * BigInt(rates[kind] ?? rates.output);
  return sum * times;
}

describe("the lines of a bill", () => {
  it("have the listed price with the tier's multiplier, and its unit", () => {
    const price = {
      ...PRICE,
      rates: { input: 2_500_000, cached_input: 1_250_000, output: 10_000_000 },
      leastSeconds: 100,
      tiers: { flex: 500 },
      fees: { request: 40, minute: 6_000, thousand_characters: 15 },
    };
    const lines = linesOf({
      input: 1846,
      cached_input: 1024,
      output: 440,
      request: 1,
      second: 90,
      character: 67,
    });
    expect(
      chargedLines(price, { tier: "default", lines }).map(({ price: { micros, per }, amount }) => [
        micros,
        per,
        amount,
      ]),
    ).toEqual([
      [2_500_000, 1_000_000, 4_615],
      [1_250_000, 1_000_000, 1_280],
      [10_000_000, 1_000_000, 4_400],
      [40, 1, 40],
      [6_000, 60, 10_000],
      [15, 1_000, 2],
    ]);
    const [input] = chargedLines(price, { tier: "flex", lines });
    expect(input).toMatchObject({ price: { micros: 1_250_000, per: 1_000_000 }, amount: 2_308 });
  });

  it("add up to the cost exactly, and each is less than a micro-dollar from its exact amount", () => {
    const quantities = fc.record(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, upTo(1_000_000_000)])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(anyPrice, quantities, fc.nat(3), (price, counts, named) => {
        const tier = Object.keys(price.tiers)[named] ?? "default";
        const bill = { tier, lines: linesOf(counts as Record<string, number>) };
        const lines = chargedLines(price, bill);
        expect(lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(BigInt(costOf(price, bill)));
        for (const {
          quantity,
          amount,
          price: { micros, per },
        } of lines) {
          const exact = (quantity * micros) / per;
          expect(Math.abs(amount - exact)).toBeLessThan(1 + exact * 1e-12);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
