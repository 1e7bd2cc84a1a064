import { z } from "zod";
import {
  AUTO_TOP_UP_AMOUNTS,
  MAXIMUM_MONTHLY_LIMIT,
  MAXIMUM_THRESHOLD,
  MINIMUM_THRESHOLD,
} from "#core/domain/auto-top-up.ts";
import { pageOf } from "./page.ts";

const isoDate = z.iso.datetime();
const CENTS = 100;

/** A number of dollars in whole cents. */
const dollars = (field: string, { min, max }: { min: number; max: number }) =>
  z
    .number({ error: `The ${field} must be a number.` })
    .min(min, `The ${field} must be at least $${min}.`)
    .max(max, `The ${field} must be at most $${max}.`)
    .refine(
      (value) => Math.abs(value * CENTS - Math.round(value * CENTS)) < 1e-6,
      `The ${field} can't have fractions of a cent.`,
    );

export const autoTopUpRequest = z
  .object({
    enabled: z
      .boolean({ error: "The enabled field must be true or false." })
      .describe("Turning it on needs a saved card"),
    threshold: dollars("threshold", { min: MINIMUM_THRESHOLD, max: MAXIMUM_THRESHOLD }).describe(
      "The card is charged when the balance falls below this many dollars",
    ),
    amount: z
      .number({ error: "The amount must be a number." })
      .refine((value) => AUTO_TOP_UP_AMOUNTS.includes(value), "The amount must be 25, 50 or 199.")
      .describe("Dollars that one charge adds: 25, 50 or 199"),
    monthly_limit: dollars("monthly limit", { min: 0, max: MAXIMUM_MONTHLY_LIMIT }).describe(
      "Most dollars that auto top-up charges in a calendar month (UTC)",
    ),
    charge_now: z
      .boolean({ error: "The charge_now field must be true or false." })
      .optional()
      .describe(
        "Agrees to a charge of `amount` at once, or as soon as a stop or a suspension ends, for settings with which one is due: without it, they are refused",
      ),
  })
  .superRefine(({ amount, monthly_limit }, context) => {
    if (monthly_limit >= amount) return;
    const message = "The monthly limit must be at least the amount of one charge.";
    context.addIssue({ code: "custom", path: ["monthly_limit"], message });
  });
export type AutoTopUpSettings = z.infer<typeof autoTopUpRequest>;

/** Saved with the payment provider, which alone knows its number. */
const paymentMethod = z.object({
  brand: z.string().describe("Such as `visa`, in the payment provider's spelling"),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  declined: z.boolean().describe("Whether auto top-up stopped because of this card"),
  supports_auto_top_up: z
    .boolean()
    .describe("False for cards of countries where each automatic charge needs a mandate"),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

const AUTO_TOP_UP_STATES = ["off", "on", "confirmation_needed", "limit_reached", "stopped"] as const;

export const autoTopUpResponse = z.object({
  enabled: z.boolean(),
  state: z
    .enum(AUTO_TOP_UP_STATES)
    .describe(
      "`confirmation_needed`: the bank wants the owner to confirm a charge. `limit_reached`: the next charge would exceed the monthly limit. `stopped`: no charge until the card is replaced",
    ),
  threshold: z.number().describe("Dollars; a suggestion until you save your own settings"),
  amount: z.number().describe("Dollars"),
  monthly_limit: z.number().describe("Dollars"),
  added_this_month: z
    .number()
    .describe("Dollars charged in this calendar month (UTC), including charges in progress"),
  limit_used: z
    .number()
    .describe(
      "Dollars of this calendar month (UTC) that count toward `monthly_limit`: also charges whose outcome was never confirmed",
    ),
  resets_at: isoDate.describe("When `added_this_month` and `limit_used` reset to 0"),
  chargeable: z
    .boolean()
    .describe(
      "Whether the card may be charged once auto top-up is on: it is saved and supported, auto top-up hasn’t stopped, and the account isn’t suspended",
    ),
  charging: z.boolean().describe("Whether a charge is in progress"),
  next_charge_at: isoDate
    .nullable()
    .describe("Before then there is no further charge: at most one an hour and three in 24 hours"),
  stopped: z
    .object({
      at: isoDate,
      reason: z.enum(["declined", "not_confirmed"]),
      detail: z.string().nullable().describe("Why the card was declined, such as “Insufficient funds”"),
      charge_id: z.string(),
    })
    .nullable(),
  confirmation: z
    .object({
      charge_id: z.string(),
      amount: z.number(),
      created_at: isoDate,
      confirm_by: isoDate.describe("The charge is canceled if it isn't confirmed by then"),
    })
    .nullable(),
  payment_method: paymentMethod.nullable(),
});
export type AutoTopUp = z.infer<typeof autoTopUpResponse>;

const CHARGE_STATUSES = ["pending", "confirmation_needed", "paid", "declined", "canceled"] as const;

export const autoTopUpCharge = z.object({
  id: z.string(),
  created_at: isoDate,
  amount: z.number().describe("Dollars"),
  status: z.enum(CHARGE_STATUSES),
  detail: z.string().nullable().describe("Why the card was declined, such as “Insufficient funds”"),
  confirmed: z.boolean().describe("Whether the owner confirmed it with the bank"),
  confirm_by: isoDate.nullable().describe("Null unless it needs confirmation"),
  receipt_id: z.string().nullable().describe("Its receipt, once it is paid"),
});
export type AutoTopUpCharge = z.infer<typeof autoTopUpCharge>;

export const autoTopUpChargesResponse = pageOf(autoTopUpCharge);
export type AutoTopUpChargesResponse = z.infer<typeof autoTopUpChargesResponse>;

export const chargeConfirmation = z.object({
  url: z
    .url()
    .nullable()
    .describe("The bank's page. Null if the charge no longer needs confirmation; its status then says why"),
});
export type ChargeConfirmation = z.infer<typeof chargeConfirmation>;

export const cardSetupResponse = z.object({
  url: z.url().describe("The payment provider's page, where the card is entered"),
  session_id: z.string().describe("For `POST /api/payment-method/completion`"),
});

export const cardSetupCompletion = z.object({
  session_id: z
    .string({ error: "The session_id field must be text." })
    .regex(/^cs_[A-Za-z0-9_]{8,250}$/, "The session_id field must be a checkout session id."),
});
