import { amountProblem } from "#app/lib/amount.ts";
import { formatCount, formatFullMoment, formatPrice, formatSum } from "#app/lib/format.ts";
import type { BudgetInput, BudgetTrialResponse } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";

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

/** What the API would refuse, by period; null for a valid amount, and for none. */
export const budgetProblems = ({ day, week, month }: BudgetDraft): Record<BudgetPeriod, string | null> => ({
  day: amountProblem(day),
  week: amountProblem(week),
  month: amountProblem(month),
});

/** Leaves out invalid amounts. */
export const budgetsOf = (draft: BudgetDraft): BudgetInput[] =>
  BUDGET_PERIODS.filter((period) => draft[period].trim() !== "" && amountProblem(draft[period]) === null).map(
    (period) => ({ period, amount: Number(draft[period]) }),
  );

/** `$5.00 per day, $20.00 per week` */
export function budgetsText(budgets: readonly BudgetInput[]): string {
  if (budgets.length === 0) return "no budgets";
  return budgets.map(({ period, amount }) => `${formatPrice(amount)} per ${period}`).join(", ");
}

/** `none` without a valid amount, `unknown` until the trial has run. */
export function triedOf(trial: BudgetTrialResponse | undefined, period: BudgetPeriod, draft: BudgetDraft) {
  const typed = draft[period];
  if (typed.trim() === "" || amountProblem(typed) !== null) return "none";
  return trial?.budgets.find((tried) => tried.period === period) ?? "unknown";
}

/** For screen readers: one sentence per budget. */
export function blockedText({ budgets }: BudgetTrialResponse): string {
  const sentences = budgets.map((budget) => {
    const of = `${formatPrice(budget.amount)} per ${budget.period}`;
    const { blocked_amount, blocked_requests, blocked_days } = budget;
    if (blocked_requests === 0) return `${of} would have blocked nothing.`;
    const cost = formatSum(blocked_amount);
    return `${of} would have blocked ${cost}, ${formatCount(blocked_requests, "request")}, on ${formatCount(blocked_days.length, "day")}.`;
  });
  return sentences.length === 0 ? "" : `In the last 30 days, ${sentences.join(" ")}`;
}

/** What a new key's budgets together would have refused of another key's requests. */
export function refusedText({ together, from, starts_at }: BudgetTrialResponse): string {
  const { blocked_amount, blocked_requests, blocked_days } = together;
  const since = Date.parse(starts_at) > Date.parse(from) ? ` since ${formatFullMoment(starts_at)}` : "";
  if (blocked_requests === 0) return `This budget would have refused no requests${since}.`;
  const requests = `${formatCount(blocked_requests, "request")} worth ${formatSum(blocked_amount)}`;
  return `This budget would have refused ${requests} on ${formatCount(blocked_days.length, "day")}${since}.`;
}
