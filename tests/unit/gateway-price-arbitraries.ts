import fc from "fast-check";
import type { RequestFacts } from "#core/domain/gateway/endpoint.ts";
import { type ModelPrice, TOKEN_KINDS } from "#core/domain/gateway/price-list.ts";
import type { Reading } from "#core/domain/gateway/reading.ts";
import type { RequestToPrice } from "#core/domain/gateway/request-price.ts";
import type { UnitBound } from "#core/domain/gateway/units.ts";

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

const fee = upTo(1_000_000_000);
const word = fc.constantFrom("small", "large", "high");

/** Any model that a price list may have. */
export const anyPrice: fc.Arbitrary<ModelPrice> = fc.record({
  model: fc.constant("m"),
  rates,
  steps,
  fees: fc.record(
    { request: fee, minute: fee, thousand_characters: fee, search_unit: fee },
    { requiredKeys: [] },
  ),
  leastSeconds: upTo(3_600),
  images: fc.uniqueArray(fc.record({ size: word, quality: word, micros: fee }), {
    maxLength: 4,
    selector: ({ size, quality }) => `${size}:${quality}`,
  }),
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
  mediaBytes: fc.oneof(few, upTo(10_000_000)),
  likelySeconds: few,
  likelyPages: few,
  wholeContext: fc.boolean(),
  maxOutputTokens: fc.option(upTo(1_000_000_000)),
  extraOutputTokens: few,
  audioOutput: fc.boolean(),
  audioBytesPerSecond: fc.constantFrom(16_000, 48_000),
  imageOutput: fc.boolean(),
  likelyImageTokens: fc.oneof(fc.constant(0), upTo(100_000)),
  repeatedBytes: fc.oneof(fc.constant(0), upTo(10_000_000)),
  units: fc.constant(null),
  tier: fc.constantFrom(null, "auto", "default", "standard_only"),
  cacheWrites: fc.subarray(["5m", "1h"]),
});

/** Any request, with one of its model's tiers or none. */
export const anyRequest: fc.Arbitrary<RequestToPrice> = fc
  .record({
    price: anyPrice,
    facts: anyFacts,
    bodyBytes: upTo(100_000_000),
    textTokens: upTo(100_000_000),
    named: fc.nat(5),
  })
  .map(({ price, facts, bodyBytes, textTokens, named }) => {
    const tier = Object.keys(price.tiers)[named] ?? facts.tier;
    return {
      price,
      facts: { ...facts, tier },
      bodyBytes,
      textTokens: () => textTokens,
      listId: 1,
      free: false,
    };
  })
  .chain((request) =>
    anyUnits(request.price).map((units) => ({ ...request, facts: { ...request.facts, units } })),
  );

/** Units that the model has a price for; none for a model without. */
function anyUnits({ fees, images }: ModelPrice): fc.Arbitrary<UnitBound | null> {
  const dimensions = [
    ...(fees.minute === undefined ? [] : [["second"]]),
    ...(fees.thousand_characters === undefined ? [] : [["character"]]),
    ...(fees.search_unit === undefined ? [] : [["search_unit"]]),
    ...(images.length === 0 ? [] : [images.map(({ size, quality }) => `image:${size}:${quality}`)]),
  ];
  if (dimensions.length === 0) return fc.constant(null);
  const bound = fc
    .record({ dimensions: fc.constantFrom(...dimensions), most: upTo(1_000_000), known: fc.boolean() })
    .chain((all) => upTo(all.most).map((likely) => ({ ...all, likely: Math.min(likely, all.most) })));
  return fc.option(bound);
}

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
  fc.constantFrom(null, "default", "auto", "standard", ...TIERS),
  fc.constantFrom("__proto__", "constructor", ""),
  fc.string(),
);
const anyTokens = fc.record(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, anyCount])), {
  requiredKeys: [],
});

const anyReportedUnits = fc.option(
  fc.record({
    dimension: fc.constantFrom(
      null,
      "second",
      "character",
      "search_unit",
      "image:small:high",
      "image:x:y",
      "",
    ),
    quantity: anyCount,
  }),
);

export const anyReading: fc.Arbitrary<Reading> = fc.record({
  usage: fc.option(
    fc.record(
      { tokens: anyTokens, tier: anyTier, units: anyReportedUnits },
      { requiredKeys: ["tokens", "tier"] },
    ),
  ),
  visibleTokens: anyCount,
  audioBytes: fc.oneof(fc.constant(0), anyCount),
  content: fc.boolean(),
  failed: fc.boolean(),
  ended: fc.boolean(),
});

export const anyMs = anyCount;
