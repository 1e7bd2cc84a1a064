import { describe, expect, it } from "vitest";
import { alertsLine, spendBar } from "#app/features/balance/spend-bar-view.ts";
import { accountBudgets, spendAlerts } from "#tests/components/support/account.ts";

const NOW = Date.now();
const month = { spent: 60, resets_at: new Date(NOW + 1000).toISOString() };
const alertsAt = (...amounts: number[]) => ({
  ...spendAlerts,
  alerts: amounts.map((amount) => ({ amount, reached_on: null })),
  resets_at: month.resets_at,
});
const bar = (amounts: number[], limit: number | null = null, now = NOW) => {
  const budgets = limit === null ? [] : [{ period: "month" as const, amount: limit, ...month }];
  const spending = { ...accountBudgets.spending, month };
  return spendBar({ budgets, spending }, alertsAt(...amounts), now);
};

describe("the bar of a month's spend", () => {
  it("ends a fifth beyond the largest amount, or at the monthly limit, without the amounts above it", () => {
    expect(bar([50, 100])).toMatchObject({ filled: 0.5, near: false, limit: null });
    expect(bar([50, 100]).ticks.map(({ place }) => place)).toEqual([50 / 120, 100 / 120]);
    expect(bar([50, 100], 75)).toMatchObject({ filled: 0.8, near: true, ticks: [{ amount: 50 }] });
    expect(bar([50], 0)).toMatchObject({ filled: 1, ticks: [] });
    expect(bar([20]).filled).toBe(1);
  });

  it("checks what the month has reached, and nothing once it is over", () => {
    expect(bar([60, 61]).ticks.map(({ label }) => label)).toEqual(["$60 ✓", "$61"]);
    expect(bar([60], null, NOW + 2000).ticks.map(({ label }) => label)).toEqual(["$60"]);
  });

  it("labels larger amounts before those that they would touch", () => {
    const labels = bar([5, 10, 40, 90, 100]).ticks.filter(({ labelled }) => labelled);
    expect(labels.map(({ amount }) => amount)).toEqual([10, 40, 100]);
  });

  it("lists one or two amounts, and counts more", () => {
    expect([[5], [5, 50.25], [1, 2, 3]].map((amounts) => alertsLine(alertsAt(...amounts)))).toEqual([
      "Alert at $5",
      "Alerts at $5 and $50.25",
      "3 alerts, up to $3",
    ]);
  });
});
