import { z } from "zod";
import {
  ACCOUNT_LIMIT_PERIODS,
  BUDGET_MAX_DOLLARS,
  BUDGET_PERIODS,
  type BudgetPeriod,
} from "#core/domain/gateway/budgets.ts";
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

const incomplete = { error: "Each budget must have a period and an amount." };
const budget = z.strictObject({ period, amount }, incomplete);
export type BudgetInput = z.infer<typeof budget>;

const onePerPeriod = (budgets: readonly { period: BudgetPeriod }[]) =>
  new Set(budgets.map(({ period: each }) => each)).size === budgets.length;
const listed = <Each extends z.ZodType<{ period: BudgetPeriod }>>(each: Each) =>
  z
    .array(each, { error: "The budgets must be a list." })
    .refine(onePerPeriod, "There can be only one budget for each period.");

export const keyBudgets = listed(budget).describe(
  "All of the key’s budgets. A period that you leave out has no budget",
);
export const budgetsRequest = z.object({ budgets: keyBudgets });

const accountPeriod = z.enum(ACCOUNT_LIMIT_PERIODS, { error: "The period must be “day” or “month”." });
const accountBudget = z.strictObject({ period: accountPeriod, amount }, incomplete);
export type AccountBudgetInput = z.infer<typeof accountBudget>;

export const accountBudgetsRequest = z.object({
  budgets: listed(accountBudget).describe(
    "All spending limits of the account. A period that you leave out has no limit",
  ),
});

const spending = {
  spent: z
    .number()
    .describe(
      "Dollars. Requests from the last few seconds may be missing here, but count when the next request is checked",
    ),
  resets_at: z.iso.datetime(),
};

const spentSoFar = z.object(spending);

export const accountBudgetsResponse = z.object({
  budgets: z
    .array(z.object({ period: z.enum(ACCOUNT_LIMIT_PERIODS), amount: z.number(), ...spending }))
    .describe("Shortest period first"),
  spending: z
    .object({ day: spentSoFar, month: spentSoFar })
    .describe(
      "What all keys of the account have spent in the current UTC day and month, with or without a limit",
    ),
});
export type AccountBudgetsResponse = z.infer<typeof accountBudgetsResponse>;

export const usedBudget = z.object({ period: z.enum(BUDGET_PERIODS), amount: z.number(), ...spending });
export type UsedBudget = z.infer<typeof usedBudget>;

const blocked = z.object({
  blocked_amount: z.number().describe("What the refused requests cost, in dollars"),
  blocked_requests: z.number().describe("Requests that would have been refused"),
  blocked_days: z
    .array(z.iso.date())
    .describe("UTC days on which requests would have been refused, oldest first"),
});

const triedBudget = blocked.extend({ period: z.enum(BUDGET_PERIODS), amount: z.number() });

export const budgetTrial = z.object({
  from: z.iso.date().describe("First UTC day of the trial"),
  to: z.iso.date().describe("Last UTC day of the trial: today"),
  starts_at: z.iso
    .datetime()
    .describe(
      "Requests from this instant on were tested. Later than the start of `from` only if the account had more requests than a trial reads (50,000)",
    ),
  spending: z
    .object({ day: spentSoFar, week: spentSoFar, month: spentSoFar })
    .describe("For each current period"),
  budgets: z.array(triedBudget).describe("The result for each budget alone, in the order of the request"),
  together: blocked.describe("The result for all of the budgets at once"),
});
export type BudgetTrialResponse = z.infer<typeof budgetTrial>;
