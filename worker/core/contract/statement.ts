import { z } from "zod";
import { unitQuantity } from "./usage.ts";

const modelUsage = z.object({
  model: z.string().nullable().describe("Null for requests without a model"),
  requests: z.number(),
  tokens_in: z.number(),
  tokens_cached: z.number().describe("The part of `tokens_in` that was cached"),
  tokens_out: z.number(),
  units: z.array(unitQuantity).describe("What was charged for instead of tokens, such as images"),
  charged: z.number().describe("Dollars taken from the balance"),
});
export type ModelUsage = z.infer<typeof modelUsage>;

/** `late`: of earlier months. `later`: of this month, in a later statement. `other`: from before usage was kept by day. */
const USAGE_DIFFERENCES = ["late", "later", "other"] as const;

const difference = z.object({ kind: z.enum(USAGE_DIFFERENCES), amount: z.number() });
export type UsageDifference = z.infer<typeof difference>;

/** opening + added + taken + usage = closing, to the micro-dollar; pending payments are in none of them. */
export const statementSummary = z.object({
  month: z.string().nullable().describe("A UTC month; null for all time"),
  from: z.string().describe("The first UTC day. For all time, the first with a transaction"),
  to: z.string().describe("The last UTC day; today while the period hasn’t ended"),
  ended: z.boolean().describe("The period is over. Its last usage may still be recorded for three days"),
  opening: z.number().describe("The balance in dollars when the period began"),
  added: z.number().describe("Dollars of transactions that added to the balance"),
  taken: z.number().describe("Signed dollars of refunds, disputes and credit taken back"),
  usage: z.number().describe("Signed dollars of API usage"),
  closing: z.number().describe("The balance at the end of the period, or now"),
  top_ups: z.number().describe("Number of payments in `added`"),
  transactions: z.number().describe("Number of transactions; a day’s usage counts as one"),
  requests: z.number().describe("Requests of the period, those that cost nothing included"),
  models: z.array(modelUsage).describe("By charge, then requests, then name"),
  differences: z
    .array(difference)
    .describe(
      "Usage of the statement that isn’t of its own requests: `late` of earlier months, recorded after they were closed; `later` (negative) of this month, in a later statement; `other` from before usage was kept by day. The charges of all models and these amounts add up to the usage",
    ),
  billed_to: z.string().describe("The email address of the account"),
  seller: z.array(z.string()).describe("Lines of the seller’s name and address"),
  paid_by_plan: z.number().describe("Dollars that a plan paid for these requests, in none of the sums"),
  imported: z.number().describe("Dollars of requests that were imported and never charged here"),
});
export type StatementSummary = z.infer<typeof statementSummary>;

const statementMonth = z.object({
  month: z.string(),
  usage: z.number().describe("Signed dollars of API usage in this month’s statement"),
  from: z.string().describe("The first UTC day of the month with a transaction"),
});
export type StatementMonth = z.infer<typeof statementMonth>;

export const statementMonths = z.object({
  items: z.array(statementMonth).describe("Months with transactions, newest first"),
});
export type StatementMonths = z.infer<typeof statementMonths>;
