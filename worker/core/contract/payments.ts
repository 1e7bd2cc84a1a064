import { z } from "zod";
import { amountError, PRODUCTS } from "#core/domain/products.ts";

const product = z.enum(PRODUCTS, { error: "The product must be “balance” or “api_key”." });

/** Spec section 7. */
export const createPaymentLinkRequest = z
  .object({
    amount: z
      .number({ error: "The amount must be a number." })
      .describe("Dollars for `balance`: 25, 50 or 199. Rupees for `api_key`: 100"),
    product: product.default("api_key").describe("Balance, or a year of Premium with a key of its own"),
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
export const completionAnswer = z.object({
  success: z.boolean().describe("Whether it is paid and credited"),
  pending: z.boolean().describe("Whether it may still be paid, as with a bank debit"),
  product,
  amount: z.number(),
  currency: z.enum(["USD", "INR"]),
});
export type CompletionAnswer = z.infer<typeof completionAnswer>;
