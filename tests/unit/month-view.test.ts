import { describe, expect, it } from "vitest";
import { spentLine } from "#app/features/balance/spent-view.ts";
import { isOutOfBudget, monthView } from "#app/features/keys/month-view.ts";
import { formatReset } from "#app/lib/budgets.ts";
import type { AccountBudgetsResponse, UsedBudget } from "#core/contract/budgets.ts";
import { apiKey } from "#tests/components/support/account.ts";

const NOW = Date.parse("2026-11-21T18:00Z");
const RESETS = {
  day: "2026-11-22T00:00:00.000Z",
  week: "2026-11-23T00:00:00.000Z",
  month: "2026-12-01T00:00:00.000Z",
};
const budget = (period: UsedBudget["period"], spent: number, amount: number): UsedBudget => ({
  period,
  amount,
  spent,
  resets_at: RESETS[period],
});
const keyWith = (budgets: UsedBudget[], spent_this_month = 0) => apiKey({ budgets, spent_this_month });
const view = (budgets: UsedBudget[], spent = 0, now = NOW) => monthView(keyWith(budgets, spent), now);

describe("a key's month", () => {
  it("is its own spending without a budget", () => {
    expect(view([], 8.87)).toEqual({ spent: 8.87, of: "No budget", used: null, near: false, note: null });
  });

  it("is compared with the monthly budget, and says when another budget is used up", () => {
    expect(view([budget("day", 2, 2), budget("month", 33.45, 50)], 33.45)).toEqual({
      spent: 33.45,
      of: "of $50.00",
      near: false,
      used: 66.9,
      note: { text: "Daily $2.00 used, resets 00:00", warns: false },
    });
  });

  it("warns from 80 % on, rounding what is left down", () => {
    expect(view([budget("month", 15.99, 20)], 15.99)).toMatchObject({ near: false, note: null });
    expect(view([budget("month", 19.515001, 20)], 19.515001)).toMatchObject({
      near: true,
      note: { text: "$0.48 left until Dec 1", warns: true },
    });
    expect(view([budget("month", 19.995, 20)]).note?.text).toBe("<$0.01 left until Dec 1");
    expect(view([budget("day", 1.9, 2), budget("month", 3, 50)], 3).note).toEqual({
      text: "Daily: $0.10 left until 00:00",
      warns: true,
    });
  });

  it("is compared with the fullest budget if there is none for the month", () => {
    const shown = view([budget("day", 1.2, 2), budget("week", 1.2, 20)], 8.87);
    expect(shown).toMatchObject({ spent: 8.87, of: "$1.20 of $2.00 today", note: null });
    expect(shown.used).toBeCloseTo(60);
  });

  it("names the spending of rotated keys, which a budget counts too", () => {
    expect(view([budget("month", 3.3, 50)], 0.2)).toMatchObject({
      spent: 3.3,
      note: { text: "Includes $3.10 of rotated keys", warns: false },
    });
  });

  it("is over when the period has ended since, and a budget of 0 is always used up", () => {
    const key = keyWith([budget("day", 5, 5)]);
    expect(isOutOfBudget(key, Date.parse(RESETS.day) - 1)).toBe(true);
    expect(isOutOfBudget(key, Date.parse(RESETS.day))).toBe(false);
    expect(isOutOfBudget(keyWith([budget("month", 0, 0)]), NOW)).toBe(true);
    expect(isOutOfBudget({ ...key, status: "revoked" }, NOW)).toBe(false);
    expect(view([budget("month", 0, 0)])).toMatchObject({ used: 100, near: true });
  });
});

describe("an account's spending", () => {
  const spending = {
    day: { spent: 1.42, resets_at: RESETS.day },
    month: { spent: 61.84, resets_at: RESETS.month },
  };
  const line = (budgets: AccountBudgetsResponse["budgets"]) => spentLine({ budgets, spending }, NOW);
  const limit = (period: "day" | "month", amount: number) => ({ period, amount, ...spending[period] });

  it("is that of the month without a budget", () => {
    expect(line([])).toEqual({ label: "Spent this month (UTC)", spent: 61.84, budget: null, note: null });
  });

  it("is shown against the fullest budget, with its end", () => {
    expect(line([limit("day", 5), limit("month", 100)])).toEqual({
      label: "Spent this month (UTC)",
      spent: 61.84,
      budget: 100,
      note: "Resets on Dec 1",
    });
    expect(line([limit("day", 1.42), limit("month", 100)])).toEqual({
      label: "Spent today (UTC)",
      spent: 1.42,
      budget: 1.42,
      note: "Used up. Requests are refused until it resets at 00:00",
    });
  });

  it("starts over once the period has ended", () => {
    expect(spentLine({ budgets: [], spending }, Date.parse(RESETS.month)).spent).toBe(0);
  });
});

it("the end of a period is a time within a day, and a date before that", () => {
  expect(formatReset(RESETS.day, NOW)).toBe("00:00");
  expect(formatReset(RESETS.month, NOW)).toBe("Dec 1");
});
