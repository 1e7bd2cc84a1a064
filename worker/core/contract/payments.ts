import { z } from "zod";
import { amountError, PRODUCTS } from "#core/domain/products.ts";
import { flag, pageOf, pageQuery } from "./page.ts";

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
    save_card: z
      .boolean({ error: "The save_card field must be true or false." })
      .default(false)
      .describe("Saves the card for auto top-up, which the payer has agreed to. Only for `balance`"),
  })
  .superRefine((link, context) => {
    const message = amountError(link);
    if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message });
    if (link.save_card && link.product !== "balance")
      context.addIssue({
        code: "custom",
        path: ["save_card"],
        message: "Only payments for the balance can save a card.",
      });
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

export const receiptsQuery = pageQuery.extend({
  unsettled: flag("unsettled").describe("Also lists payments that are pending or failed"),
});
export type ReceiptsQuery = z.infer<typeof receiptsQuery>;

export const paymentMethod = z.object({
  type: z.string().describe("The payment provider’s name for it, such as `card` or `us_bank_account`"),
  brand: z.string().nullable().describe("Such as `visa`; null unless it was a card"),
  last4: z.string().nullable().describe("The last four digits of the card or bank account"),
});

/** A payment that is settled, pending or failed. Amounts are in `currency`, not in minor units. */
const receipt = z.object({
  id: z.string(),
  number: z.string().nullable().describe("Printed on the receipt. It never changes. Null until it is paid"),
  paid_at: z.iso.datetime().nullable().describe("Null until it is paid"),
  sent_at: z.iso
    .datetime()
    .describe("When the checkout was completed: of a payment by bank, days before `paid_at`"),
  arrives_by: z.iso
    .datetime()
    .nullable()
    .describe("When a pending payment arrives at the latest, as banks usually take; null for others"),
  product: z.enum(["balance", "api_key"]),
  description: z.string(),
  amount: z.number(),
  reversed: z.number().describe("Amount taken back by refunds and by open or lost disputes"),
  currency: z.enum(["USD", "INR"]),
  status: z
    .enum(["paid", "partly_reversed", "reversed", "pending", "failed"])
    .describe(
      "`pending`: on its way, and no part of the balance. `failed`: refused by the bank, nothing was added",
    ),
  payment_method: paymentMethod
    .nullable()
    .describe("Null until the payment provider has reported it, which may take some minutes"),
  payment_reference: z
    .string()
    .nullable()
    .describe("The payment provider’s id, as known to support and on bank statements"),
  session_reference: z.string(),
});
export const receiptResponse = receipt.extend({
  seller: z.array(z.string()).describe("Lines of the seller’s name and address"),
  billed_to: z.string().describe("The email address of the account"),
  tax: z.number().nullable().describe("Tax included in `amount`; null if none was calculated"),
  has_invoice: z.boolean().describe("True if `GET /api/receipts/{id}/invoice` leads to an invoice"),
  balance_after: z
    .number()
    .nullable()
    .describe("The balance in dollars right after the payment; null if the payment wasn’t for the balance"),
});
export const invoiceResponse = z.object({
  url: z
    .url()
    .describe("The payment provider’s page with the invoice. Anyone who has it can open it until it expires"),
});
export type InvoiceResponse = z.infer<typeof invoiceResponse>;
export type Receipt = z.infer<typeof receipt>;
export type ReceiptResponse = z.infer<typeof receiptResponse>;

export const receiptsResponse = pageOf(receipt);
export type ReceiptsResponse = z.infer<typeof receiptsResponse>;
