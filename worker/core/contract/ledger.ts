import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { pageOf } from "./page.ts";

/**
 * A transfer as its account sees it: `amount` in signed dollars, so that the sum of all items is the balance, and
 * `balance_after` the balance right after it.
 */
const ledgerItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  kind: z.enum(TRANSFER_KINDS),
  amount: z.number(),
  balance_after: z.number(),
  /** What it is known by elsewhere, e.g. the payment provider's id of a payment; null when there is none. */
  reference: z.string().nullable(),
  /** The receipt it belongs to; null when it is no payment's. */
  receipt_id: z.string().nullable(),
  /** Why, in the operator's words; null when there is none. */
  note: z.string().nullable(),
});
export type LedgerItem = z.infer<typeof ledgerItem>;

/** Newest first. */
export const ledgerAnswer = pageOf(ledgerItem);
export type LedgerAnswer = z.infer<typeof ledgerAnswer>;
