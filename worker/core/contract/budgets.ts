import { z } from "zod";
import { BUDGET_MAX_DOLLARS, BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";

const period = z.enum(BUDGET_PERIODS, { error: "The period must be “day”, “week” or “month”." });

const amount = z
  .number({ error: "The amount must be a number." })
  .min(0, "The amount must be at least 0.")
  .max(BUDGET_MAX_DOLLARS, `The amount must be at most ${BUDGET_MAX_DOLLARS}.`)
  .refine(
    (dollars) => dollarsFromMicros(microsFromDollars(dollars)) === dollars,
    "The amount must have at most 6 decimals.",
  )
  .describe("Dollars; 0 refuses every request that costs something");

const budget = z.object(
  { period, amount },
  { error: "Each of the budgets must have a period and an amount." },
);
export type BudgetInput = z.infer<typeof budget>;

export const budgetsRequest = z.object({
  budgets: z
    .array(budget, { error: "The budgets must be a list." })
    .refine(
      (budgets) => new Set(budgets.map(({ period: each }) => each)).size === budgets.length,
      "The budgets must have each period at most once.",
    )
    .describe("All that the key is to have: a period that is left out has no budget"),
});

const spending = {
  spent: z
    .number()
    .describe("Dollars. What ended seconds ago may not be in it yet; a request is judged with it"),
  resets_at: z.iso.datetime(),
};

export const usedBudget = z.object({ period: z.enum(BUDGET_PERIODS), amount: z.number(), ...spending });
export type UsedBudget = z.infer<typeof usedBudget>;

const triedBudget = z.object({
  period: z.enum(BUDGET_PERIODS),
  amount: z.number(),
  blocked_amount: z.number().describe("Dollars, by the sums of the days"),
  blocked_requests: z.number().describe("At most so many"),
  blocked_days: z
    .array(z.iso.date())
    .describe("UTC days on which something would have been refused, oldest first"),
});

export const budgetTrial = z.object({
  from: z.iso.date().describe("First UTC day of the trial"),
  to: z.iso.date().describe("Its last, today"),
  spending: z
    .record(z.enum(BUDGET_PERIODS), z.object(spending))
    .describe("Of each period that is running now"),
  budgets: z
    .array(triedBudget)
    .describe("What each budget, by itself, would have refused, in the order of the request"),
});
export type BudgetTrialAnswer = z.infer<typeof budgetTrial>;
