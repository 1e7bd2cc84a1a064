import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { pageOf } from "./page.ts";

/** The sum of all amounts is the balance. */
const ledgerItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  kind: z.enum(TRANSFER_KINDS),
  amount: z.number().describe("Signed dollars"),
  balance_after: z.number().describe("The balance after this transaction"),
  reference: z
    .string()
    .nullable()
    .describe("Its id in another system, such as the payment provider’s payment id"),
  receipt_id: z.string().nullable().describe("The payment’s receipt; null for other transactions"),
  note: z.string().nullable().describe("The operator’s reason"),
});
export type LedgerItem = z.infer<typeof ledgerItem>;

export const ledgerResponse = pageOf(ledgerItem);
export type LedgerResponse = z.infer<typeof ledgerResponse>;
