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

const budget = z.object({ period, amount }, { error: "Each budget must have a period and an amount." });
export type BudgetInput = z.infer<typeof budget>;

export const budgetsRequest = z.object({
  budgets: z
    .array(budget, { error: "The budgets must be a list." })
    .refine(
      (budgets) => new Set(budgets.map(({ period: each }) => each)).size === budgets.length,
      "There can be only one budget for each period.",
    )
    .describe("All of the key’s budgets. A period that you leave out has no budget"),
});

const spending = {
  spent: z
    .number()
    .describe(
      "Dollars. Requests from the last few seconds may be missing here, but count when the next request is checked",
    ),
  resets_at: z.iso.datetime(),
};

export const usedBudget = z.object({ period: z.enum(BUDGET_PERIODS), amount: z.number(), ...spending });
export type UsedBudget = z.infer<typeof usedBudget>;

const triedBudget = z.object({
  period: z.enum(BUDGET_PERIODS),
  amount: z.number(),
  blocked_amount: z.number().describe("Dollars, from daily sums"),
  blocked_requests: z.number().describe("An upper bound"),
  blocked_days: z
    .array(z.iso.date())
    .describe("UTC days on which requests would have been refused, oldest first"),
});

export const budgetTrial = z.object({
  from: z.iso.date().describe("First UTC day of the trial"),
  to: z.iso.date().describe("Last UTC day of the trial: today"),
  spending: z.record(z.enum(BUDGET_PERIODS), z.object(spending)).describe("For each current period"),
  budgets: z.array(triedBudget).describe("The result for each budget alone, in the order of the request"),
});
export type BudgetTrialResponse = z.infer<typeof budgetTrial>;
