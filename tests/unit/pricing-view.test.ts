import { describe, expect, it, test } from "vitest";
import {
  calculable,
  calculate,
  type Draft,
  draftFrom,
  withDraft,
} from "#app/features/pricing/calculator-view.ts";
import { calculatorMessages } from "#app/features/pricing/messages.ts";
import { cachedPrice, formatTokens, unitRows } from "#app/features/pricing/prices-view.ts";
import { formatMicros, formatPrice } from "#app/lib/format.ts";
import { kindOf } from "#app/lib/model-prices.ts";
import { modelPricesFrom } from "#core/domain/public-prices.ts";
import { priceListOf } from "#tests/support/prices.ts";

const entry = (model: string, more: object = {}) => ({
  model,
  input: 1_000_000,
  output: 2_000_000,
  context: 1_000,
  max_output: 100,
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
  const [medium, large] = [
    { ...image, quality: "medium", micros: 42_000 },
    { ...image, size: "1536x1024", micros: 16_000 },
  ];
  expect(rows({ images: [large, medium, image] })).toEqual([
    "1024 × 1024, low quality|$0.011|per image",
    "1024 × 1024, medium quality|$0.042|per image",
    "1536 × 1024, low quality|$0.016|per image",
  ]);
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
    "$2.50",
    "$0.075",
    "$10.00",
    "$0.000001",
  ]);
  expect([128_000, 8_192, 1_000_000].map(formatTokens)).toEqual(["128k", "8,192", "1,000k"]);
  expect(cachedPrice(oneOf({}))).toBe(1);
});

test("amounts are exact beyond what a number can count", () => {
  expect(formatMicros(9_007_199_254_740_993n, true)).toBe("$9,007,199,254.740993");
  expect([0n, 1n, 9_999n, 10_000n, 354_000_000n].map((micros) => formatMicros(micros))).toEqual([
    "$0.00",
    "<$0.01",
    "<$0.01",
    "$0.01",
    "$354.00",
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
  const draft: Draft = {
    model: "c-dear",
    input: "1,000",
    cached: 40,
    output: "100",
    requests: "2,000",
    image: "",
    images: "1",
    minutes: "5",
    characters: "1,000",
    searches: "1",
  };
  const problems = (change: Partial<Draft>) => calculate({ ...draft, ...change }, models).problems;

  it("offers models that write text first, and none that cost by tokens of images", () => {
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
    const search = withDraft(new URLSearchParams("show=text&images=3"), draft, models);
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

describe("the calculator for units", () => {
  const free = { input: 0, output: 0, max_output: 0 };
  const image = (size: string, quality: string, micros: number) => ({ size, quality, micros });
  const low = image("1024x1024", "low", 11_000);
  const models = calculable(
    pricesOf(
      entry("a-image", { ...free, images: [low, image("1536x1024", "high", 250_000)], request: 50 }),
      entry("b-image", { ...free, images: [image("1024x1024", "low", 9_000)] }),
      entry("c-audio", { ...free, minute: 6_000, least_seconds: 10 }),
      entry("d-speech", { ...free, thousand_characters: 15_000 }),
      entry("e-rerank", { ...free, search_unit: 2_000 }),
      entry("f-text"),
    ),
  );
  const draft = draftFrom(new URLSearchParams("requests=10"), models);
  const of = (change: Partial<Draft>) => calculate({ ...draft, ...change }, models);

  it("offers them behind the models that are charged by tokens", () => {
    expect(models.map(({ model }) => model)).toEqual([
      "f-text",
      "a-image",
      "b-image",
      "c-audio",
      "d-speech",
      "e-rerank",
    ]);
  });

  it.each<[Partial<Draft>, bigint]>([
    [{ model: "a-image" }, 11_050n],
    [{ model: "a-image", image: "1536x1024:high", images: "3" }, 750_050n],
    [{ model: "a-image", image: "unlisted" }, 11_050n],
    [{ model: "c-audio", minutes: "1.5" }, 9_000n],
    [{ model: "c-audio", minutes: "0.01" }, 1_000n],
    [{ model: "c-audio", minutes: "1,000" }, 6_000_000n],
    [{ model: "d-speech", characters: "1,234" }, 18_510n],
    [{ model: "d-speech", characters: "1" }, 15n],
    [{ model: "e-rerank", searches: "3" }, 6_000n],
  ])("%j costs %s micro-dollars per request", (change, request) => {
    expect(of(change)).toMatchObject({
      problems: {},
      costs: { request, day: request * 10n, month: request * 300n },
    });
  });

  it("compares with models that are charged by the same, and have the size and quality", () => {
    const othersOf = (change: Partial<Draft>) => of(change).others.map(({ model }) => model);
    expect(othersOf({ model: "a-image" })).toEqual(["b-image"]);
    expect(othersOf({ model: "a-image", image: "1536x1024:high" })).toEqual([]);
    expect(othersOf({ model: "d-speech" })).toEqual([]);
    expect(othersOf({ model: "f-text", input: "1", output: "1" })).toEqual([]);
  });

  it("names the field and the rule", () => {
    const { notWhole, notMinutes } = calculatorMessages;
    expect(of({ model: "a-image", images: "0" }).problems).toEqual({ images: notWhole("1", "10") });
    expect(of({ model: "d-speech", characters: "1.5" }).problems).toEqual({
      characters: notWhole("1", "1,000,000"),
    });
    expect(of({ model: "e-rerank", searches: "" }).problems).toEqual({ searches: notWhole("1", "10,000") });
    for (const minutes of ["", "0", "0.00", "1.234", "-1", "10,000.01", "1e3", "."])
      expect(of({ model: "c-audio", minutes }).problems).toEqual({ minutes: notMinutes("10,000") });
    expect(of({ model: "a-image", input: "no", requests: "no" }).problems).toEqual({
      requests: notWhole("1", "10,000,000"),
    });
  });

  it("has what the model is charged by in its address", () => {
    const addressOf = (change: Partial<Draft>) =>
      `${withDraft(new URLSearchParams("input=5&show=audio"), { ...draft, ...change }, models)}`;
    expect(addressOf({ model: "a-image" })).toBe("show=audio&model=a-image&images=1&requests=10");
    expect(addressOf({ model: "a-image", image: "1024x1024:low" })).toBe(
      "show=audio&model=a-image&image=1024x1024%3Alow&images=1&requests=10",
    );
    expect(addressOf({ model: "c-audio", minutes: "1.5" })).toBe(
      "show=audio&model=c-audio&minutes=1.5&requests=10",
    );
  });
});
