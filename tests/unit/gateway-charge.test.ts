import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargeOf, type Reading } from "#core/domain/gateway/charge.ts";
import { costMicros } from "#core/domain/gateway/pricing.ts";
import { runs } from "#tests/support/tier.ts";

const price = {
  ...{ model: "m", inputMicrosPerMillion: 2_500_000, outputMicrosPerMillion: 10_000_000 },
  ...{ requestMicros: 3, maxOutputTokens: 16_384, contextTokens: 128_000 },
};
const bounds = { input: 500, output: 50 };
const priced = { price, bounds, likelyInputTokens: 40 };
const reading = (more: Partial<Reading>): Reading => ({
  ...{ usage: null, visibleTokens: 7, content: true, complete: true },
  ...more,
});
const usage = { input: 9, output: 4 };

describe("the charge of a request", () => {
  it.each([
    ["its counts", { usage }, usage],
    ["what was held, when it is complete without counts", {}, bounds],
    ["its likely usage, when it was cut without counts", { complete: false }, { input: 40, output: 7 }],
    [
      "its last counts, when it was cut",
      { complete: false, usage: { input: 9, output: 20 } },
      { input: 9, output: 20 },
    ],
    ["what was seen since its last counts", { complete: false, usage }, { input: 9, output: 7 }],
    ["its likely usage, when all counts are 0", { usage: { input: 0, output: 0 } }, { input: 40, output: 7 }],
    ["each count at most as it was held", { usage: { input: 1e9, output: 1e9 } }, bounds],
    [
      "no more than held of what was seen",
      { complete: false, visibleTokens: 1e6 },
      { input: 40, output: 50 },
    ],
  ])("is by %s", (_, more, tokens) => {
    const charge = chargeOf(priced, reading(more));
    expect(charge).toMatchObject({ tokens, costMicros: costMicros(price, tokens) });
  });

  it("is nothing without content, whatever is counted", () => {
    expect(chargeOf(priced, reading({ content: false, usage })).costMicros).toBe(0);
  });

  it("is told to the operator when the provider's counts are above the hold, and only then", () => {
    const above = (counts: typeof usage) => chargeOf(priced, reading({ usage: counts })).aboveHold;
    expect([above({ input: 501, output: 0 }), above({ input: 0, output: 51 }), above(bounds)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is never above the hold, and nothing exactly when there was no content", () => {
    const upTo = (max: number) => fc.oneof(fc.nat(max), fc.constantFrom(0, 1, max));
    const counts = fc.record({ input: upTo(1e9), output: upTo(1e9) });
    const prices = fc.record({
      ...{ model: fc.constant("m"), maxOutputTokens: fc.constant(1), contextTokens: fc.constant(1) },
      inputMicrosPerMillion: fc.integer({ min: 1, max: 1e10 }),
      outputMicrosPerMillion: upTo(1e10),
      requestMicros: upTo(1e9),
    });
    const anyReading = fc.record({
      usage: fc.option(fc.record({ input: fc.integer({ min: 1, max: 1e9 }), output: upTo(1e9) })),
      visibleTokens: upTo(1e7),
      content: fc.boolean(),
      complete: fc.boolean(),
    });
    const likely = fc.integer({ min: 1, max: 1e7 });
    fc.assert(
      fc.property(prices, counts, likely, anyReading, (of, held, likelyInputTokens, read) => {
        const limit = { ...held, input: Math.max(1, held.input) };
        const charge = chargeOf({ price: of, bounds: limit, likelyInputTokens }, read);
        expect(charge.costMicros).toBeLessThanOrEqual(costMicros(of, limit));
        expect(charge.costMicros > 0).toBe(read.content);
        expect(charge.tokens.input <= limit.input && charge.tokens.output <= limit.output).toBe(true);
      }),
      { numRuns: runs(5_000) },
    );
  });
});
