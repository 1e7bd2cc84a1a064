import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelPricesOf, parsePriceEntries, providerCostsOf } from "#core/contract/price-list.ts";

const least = { model: "m", input: 150_000, output: 600_000, context: 128_000, max_output: 4_096 };
const everything = {
  model: "org/demo-2:large@v1",
  input: 1,
  cached_input: 2,
  cache_write_5m: 3,
  cache_write_1h: 4,
  audio_input: 5,
  cached_audio_input: 6,
  image_input: 7,
  output: 8,
  audio_output: 9,
  image_output: 10,
  steps: [{ above: 100, input: 11, cached_input: 12, output: 13 }],
  request: 14,
  minute: 15,
  thousand_characters: 16,
  search_unit: 17,
  least_seconds: 18,
  images: [{ size: "1024x1024", quality: "high", micros: 19 }],
  tiers: { priority: 2_000, flex: 500 },
  context: 200,
  max_output: 21,
  overhead: 22,
  tool_overhead: 23,
  image_tokens: 24,
  audio_second_tokens: 25,
  page_tokens: 26,
  reasoning: true,
  hidden_tokens_per_second: 27,
  provider_cost: {
    input: 1,
    audio_output: 2,
    output: 3,
    steps: [{ above: 50, input: 4, output: 5 }],
    request: 6,
    minute: 7,
    thousand_characters: 8,
    search_unit: 9,
    least_seconds: 10,
    images: [{ size: "1024x1024", quality: "high", micros: 11 }],
    tiers: { flex: 400, priority: 1_900 },
  },
};
const json = (...models: unknown[]) => JSON.stringify(models);
const pricesOf = (...models: unknown[]) => modelPricesOf(parsePriceEntries(json(...models)));

describe("a price list", () => {
  it("has every dimension of a model", () => {
    expect(pricesOf(everything).get("org/demo-2:large@v1")).toEqual({
      model: "org/demo-2:large@v1",
      rates: {
        input: 1,
        cached_input: 2,
        cache_write_5m: 3,
        cache_write_1h: 4,
        audio_input: 5,
        cached_audio_input: 6,
        image_input: 7,
        output: 8,
        audio_output: 9,
        image_output: 10,
      },
      steps: [{ above: 100, rates: { input: 11, cached_input: 12, output: 13 } }],
      fees: { request: 14, minute: 15, thousand_characters: 16, search_unit: 17 },
      leastSeconds: 18,
      images: [{ size: "1024x1024", quality: "high", micros: 19 }],
      tiers: { flex: 500, priority: 2_000 },
      contextTokens: 200,
      maxOutputTokens: 21,
      overheadTokens: 22,
      toolOverheadTokens: 23,
      imageTokens: 24,
      audioSecondTokens: 25,
      pageTokens: 26,
      reasoning: true,
      hiddenTokensPerSecond: 27,
    });
  });

  it("has what its provider charges beside its prices, in their form and with its own defaults", () => {
    const costs = providerCostsOf(parsePriceEntries(json(least, everything)));
    expect([...costs.keys()]).toEqual(["org/demo-2:large@v1"]);
    expect(costs.get("org/demo-2:large@v1")).toMatchObject({
      rates: { input: 1, audio_output: 2, output: 3 },
      steps: [{ above: 50, rates: { input: 4, output: 5 } }],
      fees: { request: 6, minute: 7, thousand_characters: 8, search_unit: 9 },
      leastSeconds: 10,
      tiers: { flex: 400, priority: 1_900 },
      images: [{ size: "1024x1024", quality: "high", micros: 11 }],
    });
    const bare = { ...least, provider_cost: { input: 1, output: 2 } };
    expect(parsePriceEntries(json(bare))[0]?.provider_cost).toEqual({
      input: 1,
      output: 2,
      steps: [],
      least_seconds: 0,
      images: [],
      tiers: {},
    });
    expect(Object.keys(parsePriceEntries(json(least))[0] ?? {})).not.toContain("provider_cost");
  });

  it("needs only the rates and limits of a model", () => {
    expect(pricesOf(least).get("m")).toEqual({
      model: "m",
      rates: { input: 150_000, output: 600_000 },
      steps: [],
      fees: {},
      leastSeconds: 0,
      images: [],
      tiers: {},
      contextTokens: 128_000,
      maxOutputTokens: 4_096,
      overheadTokens: 0,
      toolOverheadTokens: 0,
      imageTokens: null,
      audioSecondTokens: null,
      pageTokens: null,
      reasoning: false,
      hiddenTokensPerSecond: 50,
    });
  });

  it("has no model of another name", () => {
    const prices = pricesOf(least, everything);
    expect([prices.size, prices.get("M"), prices.get("__proto__")]).toEqual([2, undefined, undefined]);
  });

  it("is the same JSON for the same prices, however they are written", () => {
    const shuffled = (value: Record<string, unknown>) =>
      fc
        .shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length })
        .map(Object.fromEntries);
    const stored = JSON.stringify(parsePriceEntries(json(least, everything)));
    const explicit = { ...least, overhead: 0, images: [], tiers: {}, reasoning: false, page_tokens: null };
    fc.assert(
      fc.property(shuffled(explicit), shuffled(everything), fc.boolean(), (a, b, swap) => {
        const tiers = swap ? { tiers: { flex: 500, priority: 2_000 } } : {};
        const list = swap ? [{ ...b, ...tiers }, a] : [a, b];
        expect(JSON.stringify(parsePriceEntries(json(...list)))).toBe(stored);
      }),
      { numRuns: 50 },
    );
    expect(JSON.stringify(parsePriceEntries(stored))).toBe(stored);
  });

  it("may have a thousand models, and no more", () => {
    const models = Array.from({ length: 1_001 }, (_, i) => ({ ...least, model: `m${i}` }));
    expect(pricesOf(...models.slice(1)).size).toBe(1_000);
    expect(() => pricesOf(...models)).toThrow("the list must have at most 1000 models");
  });
});

const step = { above: 5, input: 1, output: 1 };
const image = { size: "1x1", quality: "low", micros: 1 };
const costing = (provider_cost: object, more: object = {}) => ({
  ...least,
  ...more,
  provider_cost: { input: 1, output: 1, ...provider_cost },
});
describe("a wrong price list is refused by entry, field and rule:", () => {
  it.each<[string, unknown[] | string, string]>([
    ["no JSON", "{", "the list must be JSON"],
    ["no list", "{}", "the list must be a list"],
    ["no models", "[]", "the list must have at least one model"],
    ["no object", [least, 7], "entry 2 must be an object"],
    ["no name", [{ ...least, model: undefined }], "entry 1 model is missing"],
    ["an empty name", [{ ...least, model: "" }], "entry 1 () model must be a text of 1 to 200 printable"],
    ["a name with a space", [{ ...least, model: "a b" }], "entry 1 (a b) model must be a text of 1 to 200"],
    ["a long name", [{ ...least, model: "x".repeat(201) }], "entry 1 model must have at most 200 characters"],
    [
      "the test keys' model",
      [{ ...least, model: "test" }],
      "entry 1 (test) model is the name of the test keys' model",
    ],
    [
      "a cost that is no object",
      [{ ...least, provider_cost: 7 }],
      "entry 1 (m) provider_cost must be an object",
    ],
    ["a cost without a rate", [costing({ input: undefined })], "entry 1 (m) provider_cost input is missing"],
    [
      "a huge cost",
      [costing({ cached_input: 1e11 })],
      "entry 1 (m) provider_cost cached_input must be a whole number from 0 to 10000000000",
    ],
    [
      "an unknown component of a cost",
      [costing({ per_day: 1 })],
      "entry 1 (m) provider_cost has an unknown field: per_day",
    ],
    [
      "a limit as a cost",
      [costing({ context: 1 })],
      "entry 1 (m) provider_cost has an unknown field: context",
    ],
    [
      "a fee without a cost",
      [costing({}, { minute: 1 })],
      "entry 1 (m) provider_cost minute has no minute, which the model has a price for",
    ],
    [
      "a tier and an image without a cost",
      [costing({}, { tiers: { flex: 500 }, images: [image] })],
      "entry 1 (m) provider_cost images has no image 1x1 low, which the model has a price for; entry 1 (m) provider_cost tiers has no tier flex, which the model has a price for",
    ],
    [
      "a cost that never counts",
      [costing({ search_unit: 1 })],
      "entry 1 (m) provider_cost search_unit has search_unit, which the model has no price for",
    ],
    ["a model twice", [least, everything, least], "entry 3 (m) model is listed twice"],
    ["a missing rate", [{ ...least, input: undefined }], "entry 1 (m) input is missing"],
    [
      "half a rate",
      [{ ...least, input: 0.5 }],
      "entry 1 (m) input must be a whole number from 0 to 10000000000",
    ],
    ["a rate as text", [{ ...least, output: "600000" }], "entry 1 (m) output must be a whole number from 0"],
    [
      "a negative rate",
      [{ ...least, cached_input: -1 }],
      "entry 1 (m) cached_input must be a whole number from 0",
    ],
    [
      "a huge rate",
      [{ ...least, audio_output: 1e11 }],
      "entry 1 (m) audio_output must be a whole number from 0",
    ],
    [
      "no context",
      [{ ...least, context: 0 }],
      "entry 1 (m) context must be a whole number from 1 to 10000000",
    ],
    ["no output limit", [{ ...least, max_output: undefined }], "entry 1 (m) max_output is missing"],
    [
      "a huge output limit",
      [{ ...least, max_output: 1e7 }],
      "entry 1 (m) max_output must be a whole number from 0",
    ],
    [
      "a huge fee",
      [{ ...least, request: 1e10 }],
      "entry 1 (m) request must be a whole number from 0 to 1000000000",
    ],
    ["an unknown field", [{ ...least, imageMicros: 4 }], "entry 1 (m) has an unknown field: imageMicros"],
    [
      "an unknown rate of a step",
      [{ ...least, steps: [{ ...step, flat: 1 }] }],
      "entry 1 (m) steps 1 has an unknown field: flat",
    ],
    [
      "a step without a rate",
      [{ ...least, steps: [{ above: 5, input: 1 }] }],
      "entry 1 (m) steps 1 output is missing",
    ],
    [
      "equal steps",
      [{ ...least, steps: [step, step] }],
      "entry 1 (m) steps must be in ascending order of above",
    ],
    ["steps without a list", [{ ...least, steps: step }], "entry 1 (m) steps must be a list"],
    [
      "a default tier",
      [{ ...least, tiers: { default: 900 } }],
      "entry 1 (m) tiers default is the default tier, which has no multiplier",
    ],
    [
      "Anthropic's default tier",
      [{ ...least, tiers: { standard: 900 } }],
      "tiers standard is the default tier",
    ],
    [
      "a tier's name",
      [{ ...least, tiers: { "Flex!": 900 } }],
      "entry 1 (m) tiers Flex! must be named in lower-case letters",
    ],
    [
      "a free tier",
      [{ ...least, tiers: { flex: 0 } }],
      "entry 1 (m) tiers flex must be a whole number from 1 to 10000",
    ],
    ["tiers as a list", [{ ...least, tiers: [500] }], "entry 1 (m) tiers must be an object"],
    [
      "an image twice",
      [{ ...least, images: [image, image] }],
      "entry 1 (m) images must have each size and quality once",
    ],
    [
      "an image's size",
      [{ ...least, images: [{ ...image, size: "1:1" }] }],
      "entry 1 (m) images 1 size must be 1 to 32",
    ],
    ["a word for a boolean", [{ ...least, reasoning: "yes" }], "entry 1 (m) reasoning must be true or false"],
  ])("%s", (_, list, problem) => {
    expect(() => parsePriceEntries(typeof list === "string" ? list : json(...list))).toThrow(problem);
  });

  it("everything that is wrong at once, up to twenty problems", () => {
    const wrong = json({ ...least, context: 0 }, { ...everything, max_output: -1 });
    expect(() => parsePriceEntries(wrong)).toThrow(/entry 1 \(m\) context .*; entry 2 \(.*\) max_output /);
    const many = Array.from({ length: 30 }, () => 7);
    expect(() => parsePriceEntries(json(...many))).toThrow(/entry 20 must be an object; and 10 more\.$/);
  });
});
