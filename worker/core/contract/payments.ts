import { z } from "zod";
import { PLAN_PRICE_RUPEES } from "#core/domain/plans.ts";
import { INVALID_TOP_UP_AMOUNT, TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/top-up.ts";

const product = z.enum(["balance", "api_key"], { error: "The product must be “balance” or “api_key”." });

/** `amount` is in dollars for `balance` and in rupees for `api_key`, which has one price (spec section 7). */
export const createPaymentLinkRequest = z
  .object({
    amount: z.number({ error: "The amount must be a number." }),
    product: product.default("api_key"),
  })
  .superRefine((link, context) => {
    const message = amountError(link);
    if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message });
  });

function amountError(link: { amount: number; product: "balance" | "api_key" }): string | null {
  if (link.product === "balance") {
    return TOP_UP_AMOUNTS_DOLLARS.includes(link.amount) ? null : INVALID_TOP_UP_AMOUNT;
  }
  return link.amount === PLAN_PRICE_RUPEES ? null : `The amount must be ${PLAN_PRICE_RUPEES}.`;
}

export const paymentLinkAnswer = z.object({ paymentLinkUrl: z.url() });

/** Longest Stripe session id accepted; Stripe's own limit for object ids is 255. */
export const completionRequest = z.object({
  session_id: z
    .string({ error: "The session_id must be text." })
    .regex(/^cs_[A-Za-z0-9_]{8,250}$/, "The session_id is not a checkout session id."),
});
/** `pending` tells "not paid yet" (an asynchronous method) from "will not be paid". */
export const completionAnswer = z.object({
  success: z.boolean(),
  pending: z.boolean(),
  /** What was ordered, and for how much in its currency. */
  product,
  amount: z.number(),
  currency: z.enum(["USD", "INR"]),
});
export type CompletionAnswer = z.infer<typeof completionAnswer>;
