import { z } from "zod";
import { BUDGET_MAX_DOLLARS, BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";

const period = z.enum(BUDGET_PERIODS, { error: "The period must be “day”, “week” or “month”." });

/** Dollars; 0 refuses every request that costs something. */
const amount = z
  .number({ error: "The amount must be a number." })
  .min(0, "The amount must be at least 0.")
  .max(BUDGET_MAX_DOLLARS, `The amount must be at most ${BUDGET_MAX_DOLLARS}.`)
  .refine(
    (dollars) => dollarsFromMicros(microsFromDollars(dollars)) === dollars,
    "The amount must have at most 6 decimals.",
  );

const budget = z.object(
  { period, amount },
  { error: "Each of the budgets must have a period and an amount." },
);
export type BudgetInput = z.infer<typeof budget>;

/** All that the key is to have: a period that is left out has no budget. */
export const budgetsRequest = z.object({
  budgets: z
    .array(budget, { error: "The budgets must be a list." })
    .refine(
      (budgets) => new Set(budgets.map(({ period: each }) => each)).size === budgets.length,
      "The budgets must have each period at most once.",
    ),
});

/** Dollars. What is running, or ended seconds ago, may not be in `spent` yet; a request is judged with it. */
const spending = { spent: z.number(), resets_at: z.iso.datetime() };

export const usedBudget = z.object({ period: z.enum(BUDGET_PERIODS), amount: z.number(), ...spending });
export type UsedBudget = z.infer<typeof usedBudget>;

const triedBudget = z.object({
  period: z.enum(BUDGET_PERIODS),
  amount: z.number(),
  /** Dollars, by the sums of the days; a budget also counts what running requests hold. */
  blocked_amount: z.number(),
  /** At most so many: of a day that would have been refused in part, its share of them. */
  blocked_requests: z.number(),
  /** UTC days on which something would have been refused, oldest first. */
  blocked_days: z.array(z.iso.date()),
});

const budgetTrial = z.object({
  /** First and last UTC day of the trial, 30 with today. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Of each period that is running now. */
  spending: z.record(z.enum(BUDGET_PERIODS), z.object(spending)),
  /** What each budget, by itself, would have refused, in the order of the request. */
  budgets: z.array(triedBudget),
});
export type BudgetTrialAnswer = z.infer<typeof budgetTrial>;
