import { z } from "zod";
import { amountError, PRODUCTS } from "#core/domain/products.ts";
import { pageOf } from "./page.ts";

const product = z.enum(PRODUCTS, { error: "The product must be “balance” or “api_key”." });

/** Spec section 7. */
export const createPaymentLinkRequest = z
  .object({
    amount: z
      .number({ error: "The amount must be a number." })
      .describe("Dollars for `balance`: 25, 50 or 199. Rupees for `api_key`: 100"),
    product: product
      .default("api_key")
      .describe("`balance` adds funds; `api_key` buys a year of Premium with its own key"),
  })
  .superRefine((link, context) => {
    const message = amountError(link);
    if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message });
  });

export const paymentLinkResponse = z.object({
  paymentLinkUrl: z.url(),
  session_id: z.string().describe("The checkout, for `POST /api/account/payment-link-completion`"),
});

/** Stripe's object ids have at most 255 characters. */
export const completionRequest = z.object({
  session_id: z
    .string({ error: "The session_id field must be text." })
    .regex(/^cs_[A-Za-z0-9_]{8,250}$/, "The session_id field must be a checkout session id."),
  userId: z.unknown().optional().describe("Ignored: the signed-in user decides"),
});
export const completionResponse = z.object({
  success: z.boolean().describe("True once it is paid and credited"),
  pending: z.boolean().describe("True while it may still be paid, as with a bank debit"),
  product,
  amount: z.number(),
  currency: z.enum(["USD", "INR"]),
});
export type CompletionResponse = z.infer<typeof completionResponse>;

/** A settled payment. Amounts are in `currency`, not in minor units. */
const receipt = z.object({
  id: z.string(),
  paid_at: z.iso.datetime(),
  product: z.enum(["balance", "api_key"]),
  description: z.string(),
  amount: z.number(),
  reversed: z.number().describe("Amount taken back by refunds and by open or lost disputes"),
  currency: z.enum(["USD", "INR"]),
  status: z.enum(["paid", "partly_reversed", "reversed"]),
  payment_reference: z
    .string()
    .nullable()
    .describe("The payment provider’s id, as known to support and on bank statements"),
  session_reference: z.string(),
});
export const receiptResponse = receipt.extend({
  billed_to: z.string().describe("The email address of the account"),
});
export type Receipt = z.infer<typeof receipt>;
export type ReceiptResponse = z.infer<typeof receiptResponse>;

export const receiptsResponse = pageOf(receipt);
export type ReceiptsResponse = z.infer<typeof receiptsResponse>;
