import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { pageOf } from "./page.ts";

/** A transfer as its account sees it: the sum of all amounts is the balance. */
const ledgerItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  kind: z.enum(TRANSFER_KINDS),
  amount: z.number().describe("Signed dollars"),
  balance_after: z.number().describe("The balance right after it"),
  reference: z
    .string()
    .nullable()
    .describe("What it is known by elsewhere, such as the payment provider’s id of a payment"),
  receipt_id: z.string().nullable().describe("The receipt it belongs to; null when it is no payment’s"),
  note: z.string().nullable().describe("Why, in the operator’s words"),
});
export type LedgerItem = z.infer<typeof ledgerItem>;

/** Newest first. */
export const ledgerAnswer = pageOf(ledgerItem);
export type LedgerAnswer = z.infer<typeof ledgerAnswer>;
