import fc from "fast-check";
import type { RequestFacts } from "#core/domain/gateway/endpoint.ts";
import { type ModelPrice, TOKEN_KINDS } from "#core/domain/gateway/price-list.ts";
import type { Reading } from "#core/domain/gateway/reading.ts";
import type { RequestToPrice } from "#core/domain/gateway/request-price.ts";

/** Often at its limits. */
export const upTo = (max: number) =>
  fc.oneof(fc.nat(max), fc.nat(Math.min(max, 50)), fc.constantFrom(0, max));

const TIERS = ["flex", "priority", "scale"] as const;
const rate = upTo(10_000_000_000);
const rates = fc.record(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, rate])), {
  requiredKeys: ["input", "output"],
}) as fc.Arbitrary<ModelPrice["rates"]>;
const steps = fc
  .uniqueArray(fc.record({ above: upTo(1_000_000), rates }), { maxLength: 3, selector: ({ above }) => above })
  .map((list) => list.sort((a, b) => a.above - b.above));

/** Any model that a price list may have. */
export const anyPrice: fc.Arbitrary<ModelPrice> = fc.record({
  model: fc.constant("m"),
  rates,
  steps,
  fees: fc.record({ request: upTo(1_000_000_000) }, { requiredKeys: [] }),
  leastSeconds: fc.constant(0),
  images: fc.constant([]),
  tiers: fc.dictionary(fc.constantFrom(...TIERS), upTo(10_000)),
  contextTokens: upTo(10_000_000).map((count) => Math.max(1, count)),
  maxOutputTokens: upTo(1_000_000),
  overheadTokens: upTo(100_000),
  toolOverheadTokens: upTo(10_000),
  imageTokens: fc.option(upTo(100_000)),
  audioSecondTokens: fc.option(upTo(1_000)),
  pageTokens: fc.option(upTo(100_000)),
  reasoning: fc.boolean(),
  hiddenTokensPerSecond: upTo(10_000),
});

const few = fc.oneof(fc.constant(0), upTo(1_000));
const anyFacts: fc.Arbitrary<RequestFacts> = fc.record({
  stream: fc.boolean(),
  prompts: fc.integer({ min: 1, max: 2048 }),
  choices: fc.integer({ min: 1, max: 128 }),
  tools: few,
  images: few,
  pages: few,
  audioSeconds: fc.oneof(few, fc.double({ min: 0, max: 10_000, noNaN: true })),
  wholeContext: fc.boolean(),
  maxOutputTokens: fc.option(upTo(1_000_000_000)),
  predictionBytes: few,
  audioOutput: fc.boolean(),
  tier: fc.constantFrom(null, "auto", "default", "standard_only"),
  cacheWrites: fc.subarray(["5m", "1h"]),
});

/** Any request, with one of its model's tiers or none. */
export const anyRequest: fc.Arbitrary<RequestToPrice> = fc
  .record({ price: anyPrice, facts: anyFacts, bodyBytes: upTo(100_000_000), named: fc.nat(5) })
  .map(({ price, facts, bodyBytes, named }) => {
    const tier = Object.keys(price.tiers)[named] ?? facts.tier;
    return { price, facts: { ...facts, tier }, bodyBytes, listId: 1, free: false };
  });

/** What a provider may report, whether or not it is a count. */
const anyCount = fc.oneof(
  upTo(1_000_000_000),
  upTo(1_000),
  fc.constantFrom(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    -1e12,
    0.3,
    1e308,
    2 ** 53,
  ),
);
const anyTier = fc.oneof(
  fc.constantFrom(...[null, "default", "auto", "standard"], ...TIERS),
  fc.constantFrom("__proto__", "constructor", ""),
  fc.string(),
);
const anyTokens = fc.record(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, anyCount])), {
  requiredKeys: [],
});

export const anyReading: fc.Arbitrary<Reading> = fc.record({
  usage: fc.option(fc.record({ tokens: anyTokens, tier: anyTier })),
  visibleBytes: anyCount,
  content: fc.boolean(),
  failed: fc.boolean(),
  ended: fc.boolean(),
});

export const anyMs = anyCount;
