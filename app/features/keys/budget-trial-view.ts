import { formatExactDollars, formatNumber } from "#app/lib/format.ts";
import type { BudgetTrialAnswer } from "#core/contract/budgets.ts";
import type { BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { amountProblem, type BudgetDraft } from "./budget-view.ts";

type TriedBudget = BudgetTrialAnswer["budgets"][number];

/** A period's budget on trial; `none` where the reader wants none, `unknown` until an answer has it. */
export function triedOf(
  answer: BudgetTrialAnswer | undefined,
  period: BudgetPeriod,
  draft: BudgetDraft,
): TriedBudget | "none" | "unknown" {
  const typed = draft[period];
  if (typed.trim() === "" || amountProblem(typed) !== null) return "none";
  return answer?.budgets.find((tried) => tried.period === period) ?? "unknown";
}

const count = (number: number, noun: string) => `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;

/** The trial in a sentence for each budget, for who does not see the table change; empty without budgets. */
export function blockedText({ budgets }: BudgetTrialAnswer): string {
  const sentences = budgets.map((budget) => {
    const of = `${formatExactDollars(budget.amount)} per ${budget.period}`;
    const { blocked_amount, blocked_requests, blocked_days } = budget;
    if (blocked_amount === 0) return `${of} would have blocked nothing.`;
    const cost = formatExactDollars(blocked_amount);
    const requests = `up to ${count(blocked_requests, "request")}`;
    return `${of} would have blocked ${cost}, ${requests}, on ${count(blocked_days.length, "day")}.`;
  });
  return sentences.length === 0 ? "" : `In the last 30 days, ${sentences.join(" ")}`;
}
