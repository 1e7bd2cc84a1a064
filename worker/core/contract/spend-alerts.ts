import { z } from "zod";
import { BUDGET_MAX_DOLLARS } from "#core/domain/gateway/budgets.ts";
import { isWholeCents } from "#core/domain/money.ts";
import { MOST_SPEND_ALERTS, SPEND_ALERT_MIN_DOLLARS } from "#core/domain/products.ts";

const amount = z
  .number({ error: "Each amount must be a number." })
  .min(SPEND_ALERT_MIN_DOLLARS, `Each amount must be at least ${SPEND_ALERT_MIN_DOLLARS}.`)
  .max(BUDGET_MAX_DOLLARS, `Each amount must be at most ${BUDGET_MAX_DOLLARS}.`)
  .refine(isWholeCents, "Each amount must be whole cents.");

export const spendAlertsRequest = z.object({
  amounts: z
    .array(amount, { error: "The amounts must be a list." })
    .max(MOST_SPEND_ALERTS, `There can be at most ${MOST_SPEND_ALERTS} amounts.`)
    .superRefine((amounts, context) => {
      const repeated = amounts.findIndex((each, at) => amounts.indexOf(each) !== at);
      if (repeated === -1) return;
      context.addIssue({ code: "custom", path: [repeated], message: "Each amount can be listed only once." });
    })
    .describe("All of the account's alerts, in dollars of a month's spend. An empty list removes them"),
});

export const spendAlertsResponse = z.object({
  alerts: z
    .array(
      z.object({
        amount: z.number().describe("Dollars"),
        reached_on: z.iso
          .date()
          .nullable()
          .describe("The UTC day on which this month's spend reached the amount; null until then"),
      }),
    )
    .describe("Smallest amount first"),
  spent: z
    .number()
    .describe("Dollars spent in the current UTC month. Requests from the last few seconds may be missing"),
  resets_at: z.iso.datetime().describe("When the month ends, and each amount can notify again"),
});
export type SpendAlertsResponse = z.infer<typeof spendAlertsResponse>;
