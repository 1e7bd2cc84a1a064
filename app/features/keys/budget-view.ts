import { formatExactDollars, formatNumber } from "#app/lib/format.ts";
import type { BudgetInput, BudgetTrialResponse, UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BUDGET_MAX_DOLLARS, BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";

export const PERIOD_WORDS = {
  day: { label: "Per day", now: "today" },
  week: { label: "Per week", now: "this week" },
  month: { label: "Per month", now: "this month" },
} as const satisfies Record<BudgetPeriod, { label: string; now: string }>;

/** As typed; an empty text is no budget. */
export type BudgetDraft = Record<BudgetPeriod, string>;

export function draftOf({ budgets }: ApiKey): BudgetDraft {
  const text = (period: BudgetPeriod) =>
    String(budgets.find((budget) => budget.period === period)?.amount ?? "");
  return { day: text("day"), week: text("week"), month: text("month") };
}

/** No separators: a comma means thousands to one reader and cents to another. */
const AMOUNT = /^(\d+(\.\d{0,6})?|\.\d{1,6})$/;

export function amountProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  if (!AMOUNT.test(typed)) return "Enter an amount in dollars, such as 5 or 0.50.";
  if (Number(typed) <= BUDGET_MAX_DOLLARS) return null;
  return `Enter at most ${formatExactDollars(BUDGET_MAX_DOLLARS)}.`;
}

/** Leaves out invalid amounts. */
export const budgetsOf = (draft: BudgetDraft): BudgetInput[] =>
  BUDGET_PERIODS.filter((period) => draft[period].trim() !== "" && amountProblem(draft[period]) === null).map(
    (period) => ({ period, amount: Number(draft[period]) }),
  );

/** `$5.00 per day, $20.00 per week` */
export function budgetsText(budgets: readonly BudgetInput[]): string {
  if (budgets.length === 0) return "no budgets";
  return budgets.map(({ period, amount }) => `${formatExactDollars(amount)} per ${period}`).join(", ");
}

/** The budget that is closest to its limit. A period that has ended at `now` starts again at zero. */
function fullestBudget({ budgets }: ApiKey, now: number) {
  const share = ({ amount, spent }: UsedBudget) => (amount === 0 ? 1 : spent / amount);
  return budgets
    .map((budget) => (Date.parse(budget.resets_at) <= now ? { ...budget, spent: 0 } : budget))
    .toSorted((left, right) => share(right) - share(left))[0];
}

/** How much of its fullest budget a key has used; `now` in epoch milliseconds. */
export function budgetNote(key: ApiKey, now: number): { text: string; usedUp: boolean } | null {
  const budget = key.status === "active" ? fullestBudget(key, now) : undefined;
  if (budget === undefined) return null;
  const usedUp = budget.spent >= budget.amount;
  const used = `${formatExactDollars(budget.spent)} of ${formatExactDollars(budget.amount)}`;
  const label = usedUp ? "Budget used up:" : "Budget:";
  return { text: `${label} ${used} ${PERIOD_WORDS[budget.period].now}`, usedUp };
}

/** `none` without a valid amount, `unknown` until the trial has run. */
export function triedOf(trial: BudgetTrialResponse | undefined, period: BudgetPeriod, draft: BudgetDraft) {
  const typed = draft[period];
  if (typed.trim() === "" || amountProblem(typed) !== null) return "none";
  return trial?.budgets.find((tried) => tried.period === period) ?? "unknown";
}

const count = (number: number, noun: string) => `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;

/** For screen readers: one sentence per budget. */
export function blockedText({ budgets }: BudgetTrialResponse): string {
  const sentences = budgets.map((budget) => {
    const of = `${formatExactDollars(budget.amount)} per ${budget.period}`;
    const { blocked_amount, blocked_requests, blocked_days } = budget;
    if (blocked_requests === 0) return `${of} would have blocked nothing.`;
    const cost = formatExactDollars(blocked_amount);
    return `${of} would have blocked ${cost}, ${count(blocked_requests, "request")}, on ${count(blocked_days.length, "day")}.`;
  });
  return sentences.length === 0 ? "" : `In the last 30 days, ${sentences.join(" ")}`;
}
