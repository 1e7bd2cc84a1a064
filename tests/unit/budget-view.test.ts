import { describe, expect, test } from "vitest";
import { blockedText, budgetsOf, budgetsText, draftOf, triedOf } from "#app/features/keys/budget-view.ts";
import { amountProblem } from "#app/lib/amount.ts";
import type { BudgetTrialResponse, UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { apiKey } from "#tests/support/api-key.ts";

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
const keyWith = (budgets: UsedBudget[], status: ApiKey["status"] = "active") => apiKey({ budgets, status });

describe("a typed amount", () => {
  test.each(["", " ", "0", "5", "5.", "0.50", ".5", "1000000", "0.000001", " 12 "])(
    "“%s” is valid",
    (text) => {
      expect(amountProblem(text)).toBeNull();
    },
  );

  test.each(["-1", "1,5", "1e3", "$5", "five", ".", "0.0000001", "0x10", "∞"])("“%s” is not", (text) => {
    expect(amountProblem(text)).toBe("Enter an amount in dollars, such as 5 or 0.50.");
  });

  test("has an upper bound", () => {
    expect(amountProblem("1000000.01")).toBe("Enter at most $1,000,000.00.");
  });
});

describe("a draft", () => {
  test("starts with the existing budgets, and returns them unchanged", () => {
    const draft = draftOf(keyWith([budget("day", 1, 0.5), budget("month", 2, 0)]));
    expect(draft).toEqual({ day: "0.5", week: "", month: "0" });
    expect(budgetsOf(draft)).toEqual([
      { period: "day", amount: 0.5 },
      { period: "month", amount: 0 },
    ]);
  });

  test("leaves out invalid amounts", () => {
    expect(budgetsOf({ day: "x", week: " 7.50 ", month: " " })).toEqual([{ period: "week", amount: 7.5 }]);
  });

  test("is described in words", () => {
    expect(budgetsText([])).toBe("no budgets");
    const set = budgetsOf({ day: "5", week: "0.000001", month: "" });
    expect(budgetsText(set)).toBe("$5.00 per day, $0.000001 per week");
  });
});

describe("a trial", () => {
  const tried = (period: UsedBudget["period"], amount: number, blocked: number) => ({
    period,
    amount,
    blocked_amount: blocked,
    blocked_requests: blocked,
    blocked_days: Array.from({ length: blocked }, (_, day) => `2026-11-0${day + 1}`),
  });
  const spending = { spent: 0, resets_at: RESETS.day };
  const response: BudgetTrialResponse = {
    from: "2026-10-23",
    to: "2026-11-21",
    starts_at: "2026-10-23T00:00:00.000Z",
    together: { blocked_amount: 2, blocked_requests: 2, blocked_days: ["2026-11-01", "2026-11-02"] },
    spending: { day: spending, week: spending, month: spending },
    budgets: [tried("day", 5, 0), tried("week", 20, 1), tried("month", 30, 2)],
  };

  test("is described in sentences", () => {
    expect(blockedText(response)).toBe(
      "In the last 30 days, $5.00 per day would have blocked nothing. $20.00 per week would have blocked $1.00, 1 request, on 1 day. $30.00 per month would have blocked $2.00, 2 requests, on 2 days.",
    );
    expect(blockedText({ ...response, budgets: [] })).toBe("");
  });

  test("knows a period by its budget, none where none is wanted, and waits for a response", () => {
    const draft = { day: "5", week: "", month: "x" };
    expect(triedOf(response, "day", draft)).toMatchObject({ amount: 5 });
    expect([triedOf(response, "week", draft), triedOf(response, "month", draft)]).toEqual(["none", "none"]);
    expect(triedOf(undefined, "day", draft)).toBe("unknown");
    expect(triedOf({ ...response, budgets: [] }, "day", draft)).toBe("unknown");
  });
});
