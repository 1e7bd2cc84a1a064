import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { MONTH_PATTERN, type Month } from "#core/domain/ranges.ts";
import { pageOf, pageQuery } from "./page.ts";
import { paymentMethod } from "./payments.ts";

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
  receipt_number: z.string().nullable().describe("The number printed on that receipt"),
  automatic: z.boolean().describe("The payment was made by auto top-up"),
  payment_method: paymentMethod
    .nullable()
    .describe("How it was paid; null for other transactions, and until the payment provider has reported it"),
  note: z.string().nullable().describe("The operator’s reason"),
  usage_day: z.string().nullable().describe("The UTC day of the requests; null for other transactions"),
  open: z.boolean().describe("Usage of a day that isn’t booked yet, and may still grow"),
});
export type LedgerItem = z.infer<typeof ledgerItem>;

export const ledgerResponse = pageOf(ledgerItem);
export type LedgerResponse = z.infer<typeof ledgerResponse>;

const BAD_MONTH = "The month must be a month such as 2026-11.";
/** `z.templateLiteral` would repeat the pattern; the regular expression is the guarantee. */
const month = z
  .string(BAD_MONTH)
  .regex(MONTH_PATTERN, BAD_MONTH)
  .transform((text) => text as Month);

export const monthQuery = z.object({
  month: month.optional().describe("A UTC month, such as `2026-11`. Without it, all time"),
});
export type MonthQuery = z.infer<typeof monthQuery>;

const DAYS_MAX = 31;
const DAYS = 14;

export const statementQuery = monthQuery.extend({
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
