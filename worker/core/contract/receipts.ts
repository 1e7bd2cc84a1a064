import { z } from "zod";
import { pageOf } from "./page.ts";

/** A settled payment. Amounts are in `currency`, not in minor units. */
const receipt = z.object({
  id: z.string(),
  paid_at: z.iso.datetime(),
  product: z.enum(["balance", "api_key"]),
  description: z.string(),
  amount: z.number(),
  reversed: z.number().describe("What refunds and open or lost disputes took back of it"),
  currency: z.enum(["USD", "INR"]),
  status: z.enum(["paid", "partly_reversed", "reversed"]),
  payment_reference: z
    .string()
    .nullable()
    .describe("The payment provider’s id, which support and bank statements know it by"),
  session_reference: z.string(),
});
export const receiptAnswer = receipt.extend({
  billed_to: z.string().describe("The email address of the account"),
});
export type Receipt = z.infer<typeof receipt>;
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** Newest first. */
export const receiptsAnswer = pageOf(receipt);
export type ReceiptsAnswer = z.infer<typeof receiptsAnswer>;
