import { z } from "zod";
import { pageOf } from "./page.ts";

/** A settled payment. Amounts are in `currency`, not in minor units. */
const receipt = z.object({
  id: z.string(),
  paid_at: z.iso.datetime(),
  product: z.enum(["balance", "api_key"]),
  description: z.string(),
  amount: z.number(),
  /** What refunds and open or lost disputes took back of it. */
  reversed: z.number(),
  currency: z.enum(["USD", "INR"]),
  status: z.enum(["paid", "partly_reversed", "reversed"]),
  /** The payment provider's ids: what support and bank statements know it by. */
  payment_reference: z.string().nullable(),
  session_reference: z.string(),
});
export const receiptAnswer = receipt.extend({ billed_to: z.string() });
export type Receipt = z.infer<typeof receipt>;
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** Newest first. */
export const receiptsAnswer = pageOf(receipt);
export type ReceiptsAnswer = z.infer<typeof receiptsAnswer>;
