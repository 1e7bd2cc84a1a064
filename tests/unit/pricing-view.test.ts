import { describe, expect, it, test } from "vitest";
import {
  calculable,
  calculate,
  type Draft,
  draftFrom,
  withDraft,
} from "#app/features/pricing/calculator-view.ts";
import { calculatorMessages } from "#app/features/pricing/messages.ts";
import { cachedPrice, formatTokens, kindOf, unitRows } from "#app/features/pricing/prices-view.ts";
import { formatMicros, formatPrice } from "#app/lib/format.ts";
import { modelPricesFrom } from "#core/domain/public-prices.ts";
import { priceListOf } from "#tests/support/prices.ts";

const entry = (model: string, more: object = {}) => ({
  ...{ model, input: 1_000_000, output: 2_000_000, context: 1_000, max_output: 100 },
  ...more,
});
const pricesOf = (...entries: object[]) =>
  [...priceListOf(entries).models.values()].map((price) => modelPricesFrom(price));
const oneOf = (more: object) => pricesOf(entry("m", more))[0] ?? expect.unreachable();

describe("a model is listed by what it is charged for", () => {
  it.each([
    ["text", {}],
    ["text", { audio_input: 1 }],
    ["embeddings", { max_output: 0 }],
    ["images", { images: [{ size: "a", quality: "b", micros: 1 }] }],
    ["images", { image_output: 1 }],
    ["audio", { minute: 1 }],
    ["audio", { thousand_characters: 1, max_output: 0 }],
    ["audio", { audio_output: 1 }],
  ])("%s: %j", (kind, more) => expect(kindOf(oneOf(more))).toBe(kind));
});

test("each price of a unit has a row, and a model without any is free", () => {
  const image = { size: "1024x1024", quality: "low", micros: 11_000 };
  const free = { input: 0, output: 0, max_output: 0 };
  const rows = (more: object) =>
    unitRows(oneOf({ ...free, ...more })).map((row) => Object.values(row).join("|"));
  expect(rows({ images: [image] })).toEqual(["1024 × 1024, low quality|$0.011|per image"]);
  expect(rows({ minute: 6_000, least_seconds: 10 })).toEqual([
    "Audio, at least 10 seconds|$0.006|per minute",
  ]);
  expect(rows({ search_unit: 2_000, input: 20_000 })).toEqual([
    "Search|$0.002|per search unit",
    "Input|$0.02|per million tokens",
  ]);
  expect(rows({})).toEqual(["Any request|Free|no charge"]);
});

test("prices show all their digits, and a cached token without a price costs as much as another", () => {
  expect([2.5, 0.075, 10, 0.000001].map((price) => formatPrice(price))).toEqual([
    ...["$2.50", "$0.075", "$10.00", "$0.000001"],
  ]);
  expect([128_000, 8_192, 1_000_000].map(formatTokens)).toEqual(["128k", "8,192", "1,000k"]);
  expect(cachedPrice(oneOf({}))).toBe(1);
});

test("amounts are exact beyond what a number can count", () => {
  expect(formatMicros(9_007_199_254_740_993n, true)).toBe("$9,007,199,254.740993");
  expect([0n, 1n, 9_999n, 10_000n, 354_000_000n].map((micros) => formatMicros(micros))).toEqual([
    ...["$0.00", "<$0.01", "<$0.01", "$0.01", "$354.00"],
  ]);
});

describe("the calculator", () => {
  const models = calculable(
    pricesOf(
      entry("a-embedding", { max_output: 0, output: 0 }),
      entry("b-image", { image_output: 1 }),
      entry("c-dear", { cached_input: 500_000 }),
      entry("d-cheap", { input: 1, output: 1, context: 2_000 }),
      entry("e-short", { context: 100 }),
    ),
  );
  const draft: Draft = { model: "c-dear", input: "1,000", cached: 40, output: "100", requests: "2,000" };
  const problems = (change: Partial<Draft>) => calculate({ ...draft, ...change }, models).problems;

  it("offers models that write text first, and none that cost by the image", () => {
    expect(models.map(({ model }) => model)).toEqual(["c-dear", "d-cheap", "e-short", "a-embedding"]);
    expect(draftFrom(new URLSearchParams(), models).model).toBe("c-dear");
  });

  it("shows the costs, and those of the other models that can take the requests", () => {
    // 600 × $1 + 400 × $0.50 + 100 × $2, per million.
    const { costs, others } = calculate(draft, models);
    expect(costs).toEqual({ request: 1_000n, day: 2_000_000n, month: 60_000_000n });
    expect(others.map(({ model, costs: { request } }) => [model, request])).toEqual([["d-cheap", 1n]]);
  });

  it("reads no output of a model that writes none", () => {
    const { problems: none, costs } = calculate({ ...draft, model: "a-embedding", output: "x" }, models);
    expect([none, costs?.request]).toEqual([{}, 1_000n]);
  });

  it("names the field and the rule", () => {
    const { notWhole, tooLong, tooMuch, unknownModel } = calculatorMessages;
    for (const input of ["", "0", "1.5", "-1", "ten", "10,000,001", "9".repeat(30)])
      expect(problems({ input })).toEqual({ input: notWhole("1", "10,000,000") });
    expect(problems({ output: "no" })).toEqual({ output: notWhole("0", "10,000,000") });
    expect(problems({ requests: "0" })).toEqual({ requests: notWhole("1", "10,000,000") });
    expect(problems({ input: "1001" })).toEqual({ input: tooLong("c-dear", "1,000") });
    expect(problems({ output: "101" })).toEqual({ output: tooMuch("c-dear", "100") });
    expect(problems({ model: "gone" })).toEqual({ model: unknownModel("gone") });
    expect(calculate({ ...draft, requests: "0" }, models)).toMatchObject({ costs: null, others: [] });
  });

  it("can be shared: the address gives the same draft again, and keeps its other parameters", () => {
    const search = withDraft(new URLSearchParams("show=text"), draft);
    expect(`${search}`).toBe("show=text&model=c-dear&input=1000&cached=40&output=100&requests=2000");
    expect(draftFrom(new URLSearchParams(`${search}`), models)).toEqual(draft);
  });

  it("takes any address", () => {
    const odd = draftFrom(
      new URLSearchParams({ cached: "101", input: "x".repeat(99), requests: "" }),
      models,
    );
    expect(odd).toEqual({ ...draft, input: "x".repeat(20), output: "350", requests: "" });
  });
});
