import { z } from "zod";
import { PLANS } from "#core/domain/plans.ts";

/** Dollars. `balance` is the ledger's; `held` is reserved for requests in flight. */
export const balanceAnswer = z.object({ balance: z.number(), held: z.number(), currency: z.literal("USD") });
export type BalanceAnswer = z.infer<typeof balanceAnswer>;

/** Spec section 3. A plan that has ended is Free again and keeps the date it ended. */
export const subscriptionAnswer = z.object({
  subscription_type: z.enum(PLANS),
  /** Percent of `requests_limit`, above 100 when it is passed; of the day for Free, of the plan's month else. */
  usage_percentage: z.number(),
  valid_until: z.iso.datetime().nullable(),
  /** Amount of the last settled payment of either product, in its currency; null before the first. */
  last_payment: z.number().nullable(),
  last_payment_currency: z.enum(["USD", "INR"]).nullable(),
  last_payment_at: z.iso.datetime().nullable(),
  requests_used: z.number(),
  /** Null is without limit; `usage_percentage` is 0 then. */
  requests_limit: z.number().nullable(),
  /** When `requests_used` begins again at 0. */
  resets_at: z.iso.datetime(),
});
export type SubscriptionAnswer = z.infer<typeof subscriptionAnswer>;
