import { z } from "zod";
import { paymentRangeQuery } from "./operator-payments.ts";

export const overviewQuery = paymentRangeQuery;

const time = z.iso.datetime();
const dollars = z.number().describe("Dollars");
const percent = z.number().describe("Percent");
const change = percent.nullable().describe("From the same time before, both without the present hour or day");

const usage = {
  requests: z.number(),
  errors: z.number().describe("Responses with a status of 400 or more"),
  average_response_time: z.number().nullable().describe("Milliseconds; null without requests"),
  spend: dollars.describe("What the requests cost customers, by balance and by plan"),
};
const margin = {
  provider_cost: dollars.nullable().describe("By the price list in force now; null if it isn't known"),
  margin: dollars.nullable().describe("Spend less the provider's cost"),
  margin_percent: percent.nullable().describe("Of the spend"),
};
const waiting = z.object({ count: z.number(), oldest_at: time.nullable() });

export const overviewResponse = z.object({
  from: time,
  as_of: time.describe("Usage up to here is included"),
  unit: z.enum(["hour", "day"]),
  revenue: z.object({
    amount: dollars.describe("Top-ups less refunds; plans have their own currency and are left out"),
    payments: z.number(),
    refunds: z.number(),
    change,
  }),
  spend: z.object({ amount: dollars, by_plans: dollars.describe("The part that plans paid"), change }),
  margin: z.object({
    ...margin,
    known_share: percent
      .nullable()
      .describe("Of all spend, that of models whose cost is known; only it counts"),
    change_points: z.number().nullable().describe("From the `margin_percent` of the same time before"),
  }),
  accounts: z.object({
    active: z.number().describe("With a request in this time"),
    total: z.number().describe("Open accounts"),
    created: z.number().describe("Open accounts that are new in this time"),
    change,
  }),
  requests: usage.requests,
  errors: usage.errors,
  average_response_time: usage.average_response_time,
  series: z.array(z.object({ start: time, ...usage })),
  models: z.array(
    z.object({ model: z.string().describe("Empty for requests without a model"), ...usage, ...margin }),
  ),
  costs: z.object({
    price_list: z.number().nullable().describe("Whose provider costs count; null before the first list"),
    every: z.number().describe("1 of so many requests was repriced; 1 if all were"),
  }),
  cron: z.object({
    ran_at: time.nullable().describe("When its last run began; null before the first one"),
    late: z.boolean(),
  }),
  stuck: z.object({
    checked_at: time,
    uncredited: z.object({ count: z.number(), amount: dollars }).describe("Payments of the last 30 days"),
    events: waiting.describe("Events from Stripe that keep failing"),
    notices: z.object({ count: z.number(), attempts: z.number() }).describe("Alert notices that failed"),
    emails: waiting.describe("Not sent for over five minutes"),
    orders: waiting.describe("Not paid and not expired for over a day"),
    usage: waiting.extend({ late: z.boolean() }).describe("Requests that aren't in the roll-up yet"),
    recent: z
      .object({ requests: z.number(), partial: z.boolean(), orphaned: z.number(), above_hold: z.number() })
      .describe("Of the last 24 hours; `partial` if only the newest were checked"),
  }),
});
export type OverviewResponse = z.infer<typeof overviewResponse>;
