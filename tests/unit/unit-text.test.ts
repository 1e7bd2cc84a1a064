import { describe, expect, it } from "vitest";
import { dimensionLabel, priceText, usageFact } from "#app/features/usage-log/receipt-view.ts";
import { shortUnitText, unitText, usedShortText, usedTexts } from "#app/lib/analytics/unit-text.ts";
import type { ChargedLine, UsageReceipt } from "#core/contract/usage.ts";

describe("a quantity of units", () => {
  it.each([
    ["image", 1, "1 image", "1 image"],
    ["image", 2, "2 images", "2 images"],
    ["image", 12_345, "12,345 images", "12k images"],
    ["character", 1, "1 character", "1 char"],
    ["character", 1_234, "1,234 characters", "1.2k chars"],
    ["search_unit", 1, "1 search unit", "1 unit"],
    ["search_unit", 3, "3 search units", "3 units"],
    ["second", 1, "1 s", "1 s"],
    ["second", 59, "59 s", "59 s"],
    ["second", 60, "1 min", "1 min"],
    ["second", 90, "1.5 min", "1.5 min"],
    ["second", 100, "1.67 min", "1.67 min"],
    ["second", 123_456, "2,057.6 min", "2.1k min"],
  ] as const)("of kind %s: %d is “%s”, in a narrow column “%s”", (unit, quantity, text, short) => {
    expect(unitText({ unit, quantity })).toBe(text);
    expect(shortUnitText({ unit, quantity })).toBe(short);
  });
});

describe("what several requests used", () => {
  const images = { unit: "image", quantity: 40 } as const;
  const audio = { unit: "second", quantity: 90 } as const;

  it.each([
    [{ tokens: null, units: [] }, "—", []],
    [{ tokens: 582_000, units: [] }, "582k tokens", ["582,000 tokens"]],
    [{ tokens: 1, units: [] }, "1 token", ["1 token"]],
    [{ tokens: null, units: [images] }, "40 images", ["40 images"]],
    [{ tokens: 1_200, units: [images] }, "1.2k tokens +1", ["1,200 tokens", "40 images"]],
    [{ tokens: null, units: [images, audio] }, "40 images +1", ["40 images", "1.5 min"]],
  ])("%j is “%s”", (used, short, all) => {
    expect(usedShortText(used)).toBe(short);
    expect(usedTexts(used)).toEqual(all);
  });
});

describe("a receipt", () => {
  const receipt = (changes: Partial<UsageReceipt>) =>
    usageFact({ tokens_in: 0, tokens_out: 0, ...changes } as UsageReceipt);

  it("names what was used: units, or tokens where these are charged", () => {
    expect(receipt({ units: { unit: "image", quantity: 2 } })).toEqual({ name: "Usage", text: "2 images" });
    expect(receipt({ tokens_in: 2_870, tokens_out: 440 })).toEqual({
      name: "Tokens",
      text: "2,870 in, 440 out",
    });
    expect(receipt({})).toEqual({ name: "Tokens", text: "—" });
  });

  it.each<[Partial<ChargedLine>, string, string]>([
    [{ dimension: "image:1024x1024:high", price: 0.167, per: 1 }, "Image 1024×1024, high", "$0.167 / image"],
    [{ dimension: "second", price: 0.006, per: 60 }, "Audio, seconds", "$0.006 / minute"],
    [{ dimension: "character", price: 0.015, per: 1000 }, "Characters", "$0.015 / 1,000"],
    [{ dimension: "search_unit", price: 0.002, per: 1 }, "Search units", "$0.002 / search unit"],
    [{ dimension: "request", price: 0.00005, per: 1 }, "Request fee", "$0.00005 / request"],
    [{ dimension: "input", price: 2.5, per: 1_000_000 }, "Input", "$2.50 / 1M"],
    [{ dimension: "second", price: null, per: null }, "Audio, seconds", "—"],
  ])("prices %j", (line, label, text) => {
    expect(dimensionLabel(line.dimension ?? "")).toBe(label);
    expect(priceText({ ...line, quantity: 1, amount: 0 } as ChargedLine, false)).toBe(text);
  });
});
