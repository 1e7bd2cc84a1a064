import { z } from "zod";
import { PLANS } from "#core/domain/plans.ts";

/** Dollars. */
export const balanceAnswer = z.object({
  balance: z.number().describe("What the ledger says is left, in dollars"),
  held: z.number().describe("Reserved for requests in flight"),
  currency: z.literal("USD"),
});
export type BalanceAnswer = z.infer<typeof balanceAnswer>;

/** Spec section 3. A plan that has ended is Free again and keeps the date it ended. */
export const subscriptionAnswer = z.object({
  subscription_type: z.enum(PLANS),
  usage_percentage: z
    .number()
    .describe(
      "Percent of `requests_limit`, above 100 when it is passed: of the day for Free, else of the plan’s month",
    ),
  valid_until: z.iso.datetime().nullable().describe("When the plan ends, or ended"),
  last_payment: z
    .number()
    .nullable()
    .describe("Amount of the last settled payment of either product, in its currency"),
  last_payment_currency: z.enum(["USD", "INR"]).nullable(),
  last_payment_at: z.iso.datetime().nullable(),
  requests_used: z.number(),
  requests_limit: z.number().nullable().describe("Null is without limit"),
  resets_at: z.iso.datetime().describe("When `requests_used` begins again at 0"),
});
export type SubscriptionAnswer = z.infer<typeof subscriptionAnswer>;
