import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { pageOf, pageQuery } from "./page.ts";

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
  usage_day: z.string().nullable().describe("The UTC day of the requests; null for other transactions"),
  open: z.boolean().describe("Usage of a day that isn’t booked yet, and may still grow"),
});
export type LedgerItem = z.infer<typeof ledgerItem>;

export const ledgerResponse = pageOf(ledgerItem);
export type LedgerResponse = z.infer<typeof ledgerResponse>;

const DAYS_MAX = 31;
const DAYS = 14;

export const statementQuery = z.object({
  cursor: pageQuery.shape.cursor,
  days: z.coerce
    .number({ error: "The days field must be a number." })
    .int("The days field must be a whole number.")
    .min(1, "The days field must be at least 1.")
    .max(DAYS_MAX, `The days field must be at most ${DAYS_MAX}.`)
    .default(DAYS)
    .describe("Days per page"),
});
export type StatementQuery = z.infer<typeof statementQuery>;

const statementDay = z.object({
  date: z.string().describe("A UTC day with transactions"),
  usage: z.number().describe("Signed dollars of the usage of this day, as on the dashboard"),
  late: z.number().describe("Signed dollars of usage that was recorded after its own month was closed"),
  added: z.number().describe("Dollars of other transactions that added to the balance"),
  taken: z.number().describe("Signed dollars of other transactions that took from the balance"),
  open: z.boolean().describe("The day’s usage may still grow"),
  balance_after: z.number().describe("The balance at the end of the day"),
  transactions: z.array(ledgerItem).describe("Newest first: all but the usage of this day"),
});
export type StatementDay = z.infer<typeof statementDay>;

export const statementResponse = pageOf(statementDay);
export type StatementResponse = z.infer<typeof statementResponse>;
