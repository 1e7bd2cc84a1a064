import { z } from "zod";
import { amountError, PRODUCTS } from "#core/domain/products.ts";

const product = z.enum(PRODUCTS, { error: "The product must be “balance” or “api_key”." });

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
