import { z } from "zod";
import { PLANS } from "#core/domain/plans.ts";
import { settingFields } from "./account-settings.ts";
import { paymentMethod } from "./payments.ts";

/** `too_little_data`: the first paid request is less than a day old, or there were fewer than ten in those days. */
const runwayStatus = z.enum(["estimated", "too_little_data", "not_spending", "empty"]);

const runwayKey = z.object({
  key_id: z.string().nullable(),
  name: z.string().nullable(),
  cost: z.number().describe("Dollars in the last seven days"),
  share: z.number().describe("Percent of the cost of those days"),
});

export const runwayResponse = z.object({
  status: runwayStatus,
  as_of: z.iso.datetime(),
  balance: z.number(),
  daily_cost: z.number().nullable().describe("Dollars; null unless estimated"),
  days_left: z.number().nullable().describe("Null unless estimated"),
  lasts_until: z.iso
    .datetime()
    .nullable()
    .describe("Null unless estimated, or when more than ten years away"),
  keys: z.array(runwayKey),
});
export type RunwayResponse = z.infer<typeof runwayResponse>;

/** A payment by bank on its way. It is no part of the balance, nor of any sum. */
const pendingPayment = z.object({
  id: z.string().describe("Of its receipt"),
  amount: z.number().describe("Dollars"),
  sent_at: z.iso.datetime(),
  arrives_by: z.iso.datetime().describe("When it arrives at the latest, as banks usually take"),
  payment_method: paymentMethod.nullable(),
});
export type PendingPayment = z.infer<typeof pendingPayment>;

export const balanceResponse = z.object({
  balance: z.number().describe("Current balance in dollars"),
  held: z.number().describe("Dollars reserved for requests in progress"),
  currency: z.literal("USD"),
  ever_funded: z.boolean().describe("False until the account’s first transaction"),
  ...settingFields,
  pending: z
    .array(pendingPayment)
    .describe("Payments by bank that are on their way, newest first. They aren’t in `balance`"),
});
export type BalanceResponse = z.infer<typeof balanceResponse>;

export const accountStop = z.object({
  stopped_at: z.iso.datetime().nullable().describe("When you stopped all keys; null while they work"),
});
export type AccountStop = z.infer<typeof accountStop>;

/** Spec section 3. An expired plan counts as Free and keeps its end date. */
export const subscriptionResponse = z.object({
  subscription_type: z.enum(PLANS),
  usage_percentage: z
    .number()
    .describe(
      "Percent of `requests_limit` used, above 100 once exceeded; per day for Free, otherwise per plan month",
    ),
  valid_until: z.iso.datetime().nullable().describe("When the plan ends, or ended"),
  last_payment: z
    .number()
    .nullable()
    .describe("Amount of the last settled payment of either product, in its currency"),
  last_payment_currency: z.enum(["USD", "INR"]).nullable(),
  last_payment_at: z.iso.datetime().nullable(),
  requests_used: z.number(),
  requests_limit: z.number().nullable().describe("Null for unlimited"),
  value_per_month: z
    .number()
    .nullable()
    .describe("Most dollars that the plan pays per plan month; null for unlimited, and without a plan"),
  value_used: z.number().describe("Dollars that the plan has paid in this plan month"),
  draws_on_balance: z
    .boolean()
    .nullable()
    .describe("Whether the balance pays once the plan is used up; null without a plan"),
  resets_at: z.iso.datetime().describe("When `requests_used` and `value_used` reset to 0"),
});
/** Without a plan, the balance pays for every request. */
export const changeSubscriptionRequest = z.object({
  draws_on_balance: z
    .boolean({ error: "The draws_on_balance field must be true or false." })
    .describe(
      "Whether the balance pays once the plan is used up. Otherwise, requests are refused until it resets",
    ),
});
export type SubscriptionChanges = z.infer<typeof changeSubscriptionRequest>;

export type SubscriptionResponse = z.infer<typeof subscriptionResponse>;
