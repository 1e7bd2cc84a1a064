import { formatExactDollars } from "#app/lib/format.ts";
import type { BudgetInput, UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BUDGET_MAX_DOLLARS, BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";

/** What a budget's field, and the time it counts now, are called. */
export const PERIOD_WORDS = {
  day: { label: "Per day", now: "today" },
  week: { label: "Per week", now: "this week" },
  month: { label: "Per month", now: "this month" },
} as const satisfies Record<BudgetPeriod, { label: string; now: string }>;

/** What the reader has typed; nothing is no budget. */
export type BudgetDraft = Record<BudgetPeriod, string>;

export function draftOf({ budgets }: ApiKey): BudgetDraft {
  const text = (period: BudgetPeriod) =>
    String(budgets.find((budget) => budget.period === period)?.amount ?? "");
  return { day: text("day"), week: text("week"), month: text("month") };
}

/** No separators: a comma means thousands to one reader and cents to another. */
const AMOUNT = /^(\d+(\.\d{0,6})?|\.\d{1,6})$/;

/** What is wrong with an amount as it was typed; null when nothing is. */
export function amountProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  if (!AMOUNT.test(typed)) return "Enter dollars, as in 5 or 0.50.";
  return Number(typed) > BUDGET_MAX_DOLLARS ? `At most ${formatExactDollars(BUDGET_MAX_DOLLARS)}.` : null;
}

/** The budgets of a draft, without those that are no amounts. */
export const budgetsOf = (draft: BudgetDraft): BudgetInput[] =>
  BUDGET_PERIODS.filter((period) => draft[period].trim() !== "" && amountProblem(draft[period]) === null).map(
    (period) => ({ period, amount: Number(draft[period]) }),
  );

/** `$5.00 per day, $20.00 per week`, or that there are none. */
export function budgetsText(budgets: readonly BudgetInput[]): string {
  if (budgets.length === 0) return "no budgets";
  return budgets.map(({ period, amount }) => `${formatExactDollars(amount)} per ${period}`).join(", ");
}

/** The budget of which the largest part is used, with what is used of it at `now`, epoch ms. */
function fullest({ budgets }: ApiKey, now: number) {
  const part = ({ amount, spent }: UsedBudget) => (amount === 0 ? 1 : spent / amount);
  return budgets
    .map((budget) => (Date.parse(budget.resets_at) <= now ? { ...budget, spent: 0 } : budget))
    .toSorted((left, right) => part(right) - part(left))[0];
}

/** How far a key's fullest budget is used, in words; null without budgets. */
export function budgetNote(key: ApiKey, now: number): { text: string; usedUp: boolean } | null {
  const budget = key.status === "active" ? fullest(key, now) : undefined;
  if (budget === undefined) return null;
  const usedUp = budget.spent >= budget.amount;
  const part = `${formatExactDollars(budget.spent)} of ${formatExactDollars(budget.amount)}`;
  return {
    text: `${usedUp ? "Budget used up:" : "Budget:"} ${part} ${PERIOD_WORDS[budget.period].now}`,
    usedUp,
  };
}
