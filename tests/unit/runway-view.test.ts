import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterTopUp, runwayLine, runwayShares, runwayWords } from "#app/features/runway/runway-view.ts";
import { durationText, paceText } from "#app/lib/pace.ts";
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
  [0.000412, "<$0.01 a day"],
])("a pace of %d dollars is shown as %s", (cost, text) => expect(paceText(cost)).toBe(text));

it.each([
  [0.01, "Less than an hour"],
  [0.99, "About 23 hours"],
  [1, "About 1 day"],
  [7.9, "About 7 days"],
  [14, "About 2 weeks"],
  [59.9, "About 8 weeks"],
  [61, "About 2 months"],
  [729, "About 23 months"],
  [731, "About 2 years"],
  [4_000, "More than 10 years"],
])("an amount for %d days is described as %s", (days, text) => expect(durationText(days * 2, 2)).toBe(text));

describe("a top-up", () => {
  it("moves the end as far as the amount lasts", () => {
    const money = fc.integer({ min: 1, max: 200_000_000 });
    fc.assert(
      fc.property(money, money, fc.integer({ min: 1_000, max: 50_000_000 }), (balance, added, pace) => {
        const [before, more, daily] = [balance / 1e6, added / 1e6, pace / 1e6];
        const after = afterTopUp(runwayOf({ balance: before, daily_cost: daily }), more);
        const days = Number((BigInt(balance + added) * 1_000_000n) / BigInt(pace)) / 1e6;
        expect(after.days_left).toBeCloseTo(days, 3);
        const end = after.lasts_until && Date.parse(after.lasts_until);
        if (days > 3_651) expect(end).toBeNull();
        else if (days < 3_649)
          expect(Number(end)).toBeCloseTo(Date.parse("2026-11-20T13:32:00.000Z") + days * 86_400_000, -3);
      }),
    );
  });

  it("estimates nothing from nothing", () => {
    const unknown = { daily_cost: null, days_left: null, lasts_until: null };
    expect(runwayLine(runwayOf({ ...unknown, status: "too_little_data" }), 25)).toBe(
      "Not enough usage for an estimate yet",
    );
    expect(runwayLine(runwayOf({ ...unknown, status: "empty", balance: 0 }), 25)).toBeNull();
  });
});

it("the shares name each key, and distinguish those whose key is gone", () => {
  const gone = { key_id: null, name: null, cost: 1, share: 25 };
  const keys = [{ key_id: "key_1", name: "Production", cost: 2, share: 50 }, gone, gone];
  const rows = runwayShares(keys, new Map([["key_1", "Production …aaaa"]]));
  expect(rows.map(({ name }) => name)).toEqual(["Production …aaaa", "Unknown key", "Unknown key"]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});
