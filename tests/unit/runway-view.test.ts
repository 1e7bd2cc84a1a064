import { describe, expect, it } from "vitest";
import { paceText, runwayShares, runwayWords } from "#app/features/runway/runway-view.ts";
import type { RunwayResponse } from "#core/contract/account.ts";

const runwayOf = (about: Partial<RunwayResponse>): RunwayResponse => ({
  status: "estimated",
  as_of: "2026-11-20T13:32:00.000Z",
  balance: 12,
  daily_cost: 0.9,
  days_left: 13.3,
  lasts_until: "2026-12-03T23:30:00.000Z",
  keys: [],
  ...about,
});
const sentence = (about: Partial<RunwayResponse>, zone = "UTC") => {
  const words = runwayWords(runwayOf(about), zone);
  return words && [words.lead, words.end].filter(Boolean).join(" ");
};

describe("how long the balance lasts", () => {
  it("is a day in the reader's zone", () => {
    expect(sentence({})).toBe("At this pace, your balance will last until Dec 3, 2026");
    expect(sentence({}, "Asia/Kathmandu")).toBe("At this pace, your balance will last until Dec 4, 2026");
  });

  it("includes the time within two days", () => {
    const soon = { days_left: 1.99, lasts_until: "2026-11-22T13:17:00.000Z" };
    expect(sentence(soon)).toBe("At this pace, your balance will last until Nov 22, 2026, 13:17");
    expect(sentence({ ...soon, days_left: 2 })).toBe(
      "At this pace, your balance will last until Nov 22, 2026",
    );
  });

  it("is not a date beyond ten years", () => {
    const long = { lasts_until: null, days_left: 40_000 };
    expect(sentence(long)).toBe("At this pace, your balance will last more than ten years");
  });

  it("is not made up from too little, or from nothing", () => {
    const unknown = { daily_cost: null, days_left: null, lasts_until: null };
    expect(sentence({ ...unknown, status: "too_little_data" })).toBe(
      "Not enough usage yet to estimate how long your balance will last.",
    );
    expect(sentence({ ...unknown, status: "not_spending" })).toBe(
      "You spent nothing in the last 7 days, so there’s nothing to base an estimate on.",
    );
    expect(sentence({ ...unknown, status: "empty", balance: 0 })).toBeNull();
  });
});

it.each([
  [1234.5, "$1,234.50 a day"],
  [0.42, "$0.42 a day"],
  [0.01, "$0.01 a day"],
  [0.000412, "$0.000412 a day"],
])("a pace of %d dollars is shown as %s", (cost, text) => expect(paceText(cost)).toBe(text));

it("the shares name each key, and distinguish those whose key is gone", () => {
  const gone = { key_id: null, name: null, cost: 1, share: 25 };
  const keys = [{ key_id: "key_1", name: "Production", cost: 2, share: 50 }, gone, gone];
  const rows = runwayShares(keys, new Map([["key_1", "Production …aaaa"]]));
  expect(rows.map(({ name }) => name)).toEqual(["Production …aaaa", "Unknown key", "Unknown key"]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});
