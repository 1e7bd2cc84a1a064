import { describe, expect, it } from "vitest";
import { fieldsBelowCost, isFree } from "#app/features/operator/prices/price-amounts.ts";
import {
  changeText,
  costText,
  marginText,
  priceListCsv,
  unitText,
} from "#app/features/operator/prices/price-view.ts";
import { type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";

const plain = { model: "m", input: 10, output: 40, context: 100, max_output: 10 };
const entryOf = (changes: object): PriceEntry => {
  const [entry] = parsePriceEntries(JSON.stringify([{ ...plain, ...changes }]));
  if (entry === undefined) throw new Error("There is no entry.");
  return entry;
};
const costing = (cost: object, changes: object = {}) =>
  entryOf({ ...changes, provider_cost: { input: 10, output: 40, ...cost } });
const image = (micros: number) => [{ size: "1x1", quality: "low", micros }];
const step = (above: number, input: number) => ({ above, input, output: 40 });

describe("prices below the provider's cost", () => {
  it.each<[string, PriceEntry, string[]]>([
    ["none without a cost", entryOf({}), []],
    ["none at the same amounts", costing({}), []],
    ["a rate", costing({ output: 41 }), ["output"]],
    [
      "a kind that costs as much as input, whose price is lower",
      costing({}, { cached_input: 9 }),
      ["cached_input"],
    ],
    ["a kind whose price is that of input, which costs more", costing({ audio_input: 11 }), ["audio_input"]],
    ["a long prompt's", costing({ steps: [step(50, 11)] }), ["input"]],
    ["a long prompt's that is cheaper than a short one's", costing({}, { steps: [step(50, 9)] }), ["input"]],
    ["a tier's", costing({ tiers: { flex: 600 } }, { tiers: { flex: 500 } }), ["input", "output"]],
    ["a fee", costing({ minute: 6 }, { minute: 5 }), ["minute"]],
    ["an image", costing({ images: image(6) }, { images: image(5) }), ["image:1x1:low"]],
    ["none of a fee above it", costing({ search_unit: 4 }, { search_unit: 5 }), []],
  ])("are %s", (_, entry, fields) => {
    expect(fieldsBelowCost(entry)).toEqual(fields);
  });
});

it("a model is free without any amount, in longer prompts too", () => {
  const nothing = { input: 0, output: 0 };
  expect(isFree(entryOf(nothing))).toBe(true);
  expect(isFree(entryOf({ ...nothing, minute: 0 }))).toBe(true);
  expect(isFree(entryOf({ ...nothing, minute: 1 }))).toBe(false);
  expect(isFree(entryOf({ ...nothing, steps: [step(5, 1)] }))).toBe(false);
});

it("texts of changes, margins, units and costs", () => {
  expect([changeText(100, 103.14), changeText(100, 99.9), changeText(1, 1), changeText(0, 1)]).toEqual([
    "+3.1%",
    "−0.1%",
    "0.0%",
    null,
  ]);
  const margin = (provider_cost: number | null, margin_after: number | null) =>
    marginText({ provider_cost, margin_after });
  expect([margin(75, 25), margin(110, -10), margin(0, 0), margin(null, null)]).toEqual([
    "25.0%",
    "−10.0%",
    "—",
    "—",
  ]);
  const images = [...image(11_000), { size: "1x1", quality: "high", micros: 250_000 }];
  expect([unitText(entryOf({})), unitText(entryOf({ images }))]).toEqual(["—", "$0.011 – $0.25"]);
  expect([costText(entryOf({})), costText(costing({ input: 105_000, output: 420_000 }))]).toEqual([
    "—",
    "$0.105 / $0.42",
  ]);
});

it("the file has a line for each price, with its cost, and those of longer prompts", () => {
  const entry = costing({ steps: [step(50, 30)] }, { cached_input: 5, steps: [step(50, 20)] });
  expect(priceListCsv([entry]).split("\r\n")).toEqual([
    "model,price,usd,provider_cost_usd,above_input_tokens",
    "m,Input,0.00001,0.00001,",
    "m,Cached input,0.000005,,",
    "m,Output,0.00004,0.00004,",
    "m,Input,0.00002,0.00003,50",
    "m,Output,0.00004,0.00004,50",
    "",
  ]);
});
