import { z } from "zod";
import { RECONCILIATION_STAGES } from "#core/domain/reconciliation.ts";
import { creditRequest, operatorAccountsQuery, operatorNote, operatorReason } from "./operator.ts";
import { flag, pageOf, pageQuery } from "./page.ts";

const time = z.iso.datetime();
const amount = z.number().describe("In the payment's currency");
const account = z.object({ id: z.number(), email: z.string() });

const PAYMENT_RANGES = ["24h", "7d", "30d"] as const;
export type PaymentRange = (typeof PAYMENT_RANGES)[number];
const PAYMENT_SORTS = ["paid", "amount"] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];
/** `part_refunded` is known of top-ups only: a part of a plan's price changes nothing here. */
const PAYMENT_STATES = ["paid", "part_refunded", "refunded", "disputed"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
const PRODUCTS = ["balance", "api_key"] as const;
const DIFFERENCE_NAME_MAX = 255;

export const operatorPaymentsQuery = operatorAccountsQuery
  .pick({ search: true, direction: true, page: true, limit: true })
  .extend({
    product: z.enum(PRODUCTS, `The product must be one of ${PRODUCTS.join(", ")}.`).optional(),
    sort: z.enum(PAYMENT_SORTS, `The sort must be one of ${PAYMENT_SORTS.join(", ")}.`).default("paid"),
  });
export type OperatorPaymentsQuery = z.infer<typeof operatorPaymentsQuery>;

const operatorPaymentItem = z.object({
  id: z.string().describe("Its order"),
  payment: z.string().nullable().describe("The payment provider's id"),
  account,
  product: z.enum(PRODUCTS),
  automatic: z.boolean(),
  amount,
  currency: z.enum(["usd", "inr"]),
  paid_at: time,
  state: z.enum(PAYMENT_STATES),
  refunded: amount.nullable().describe("As the ledger has it; null for a plan, which has no ledger entries"),
});
export type OperatorPaymentItem = z.infer<typeof operatorPaymentItem>;

export const operatorPaymentsResponse = z.object({
  items: z.array(operatorPaymentItem),
  total: z.number().describe("Payments that match"),
  page: z.number(),
  pages: z.number(),
});
export type OperatorPaymentsResponse = z.infer<typeof operatorPaymentsResponse>;

/** One payment, with what the payment provider says of its refunds now. */
export const operatorPaymentResponse = operatorPaymentItem.extend({
  refunded: amount,
  left: amount.describe("What can be refunded"),
  disputed: z.boolean().describe("A dispute has withdrawn the money"),
});
export type OperatorPaymentResponse = z.infer<typeof operatorPaymentResponse>;

export const refundRequest = z.object({
  amount: z
    .number({ error: "The amount must be a number." })
    .nullable()
    .describe("Above 0, in whole cents or paise; null for all that is left"),
  reason: operatorReason,
  id: creditRequest.shape.id,
});
export const refundResponse = z.object({
  refund: z.string().describe("The payment provider's id"),
  amount,
  currency: z.enum(["usd", "inr"]),
  refunded: amount.describe("Of this payment so far"),
  left: amount.describe("What can still be refunded"),
  repeated: z.boolean().describe("Recorded by another request with this id"),
});
export type RefundResponse = z.infer<typeof refundResponse>;

export const paymentRangeQuery = z.object({
  range: z.enum(PAYMENT_RANGES, `The range must be one of ${PAYMENT_RANGES.join(", ")}.`).default("24h"),
});
const sum = z.object({ count: z.number(), amount });
export const paymentSummaryResponse = z.object({
  from: time,
  /** Dollars; plans have their own currency. */
  top_ups: sum,
  refunds: sum.describe("Refunds that the ledger recorded in this time, less those that failed"),
  plans: sum.describe("Rupees"),
  events: z.object({ total: z.number(), failing: z.number(), closed: z.number() }),
  alert_notices: z.object({ total: z.number(), failing: z.number() }),
});
export type PaymentSummaryResponse = z.infer<typeof paymentSummaryResponse>;

export const paymentEventsQuery = pageQuery.extend({
  failing: flag("failing"),
});
export type PaymentEventsQuery = z.infer<typeof paymentEventsQuery>;

const eventOrder = operatorPaymentItem
  .pick({ id: true, account: true, product: true, amount: true, currency: true })
  .extend({
    booked: z.boolean().describe("The credit or the plan's year is there"),
  });
const paymentEventItem = z.object({
  id: z.string().describe("The payment provider's id"),
  type: z.string(),
  object: z.string().describe("What it is about, by the payment provider's id"),
  received_at: time,
  last_at: time.describe("Of the last delivery or retry"),
  deliveries: z.number().describe("Deliveries and retries"),
  error: z.string().nullable().describe("Code of the last failure; null once it was processed"),
  closed: z
    .object({ at: time, by: z.string(), note: z.string() })
    .nullable()
    .describe("By an operator, for as long as it fails with this code"),
  order: eventOrder.nullable(),
});
export type PaymentEventItem = z.infer<typeof paymentEventItem>;
export const paymentEventsResponse = pageOf(paymentEventItem).extend({
  counts: z.object({ failing: z.number(), all: z.number() }),
});
export type PaymentEventsResponse = z.infer<typeof paymentEventsResponse>;

/** Of a retry or a comparison. */
const differenceName = (field: string) =>
  z
    .string({ error: `The ${field} is missing.` })
    .min(1, `The ${field} is missing.`)
    .max(DIFFERENCE_NAME_MAX, `The ${field} must have at most ${DIFFERENCE_NAME_MAX} characters.`);
export const closeDifferenceRequest = z.object({
  subject: differenceName("subject").describe("The payment or order, as the comparison lists it"),
  code: differenceName("code"),
  note: operatorNote,
});

export const comparisonResponse = z.object({
  stage: z.enum(RECONCILIATION_STAGES).nullable().describe("Of the comparison in progress; null without one"),
  last: z
    .object({
      started_at: time,
      finished_at: time,
      compared: z.number().describe("Charges, refunds, disputes and orders"),
      repairs: z.number(),
      repaired: z.array(z.string()).describe("The first of them, each as `kind subject`"),
      problem_count: z.number(),
      closed: z.number().describe("Differences that still exist, and that an operator has closed"),
      problems: z
        .array(z.object({ subject: z.string(), code: z.string(), account: account.nullable() }))
        .describe("The first of them"),
    })
    .nullable(),
});
export type ComparisonResponse = z.infer<typeof comparisonResponse>;
