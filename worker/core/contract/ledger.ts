import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { pageOf, pageQuery } from "./page.ts";
import { zoneField } from "./usage-window.ts";

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

const DAYS_MAX = 31;
const DAYS = 14;

export const statementQuery = z.object({
  cursor: pageQuery.shape.cursor,
  tz: zoneField,
  days: z.coerce
    .number({ error: "The days field must be a number." })
    .int("The days field must be a whole number.")
    .min(1, "The days field must be at least 1.")
    .max(DAYS_MAX, `The days field must be at most ${DAYS_MAX}.`)
    .default(DAYS)
    .describe("Days per page"),
});
export type StatementQuery = z.infer<typeof statementQuery>;

const statementPart = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  charges: z.number().describe("Transactions of usage; each is for the requests of a few seconds"),
  amount: z.number().describe("Signed dollars"),
  balance_after: z.number(),
  transaction: ledgerItem
    .nullable()
    .describe("The one transaction of this part; null for usage, which is added up"),
});
export type StatementPart = z.infer<typeof statementPart>;

const statementDay = z.object({
  date: z.string().describe("A local day with transactions"),
  usage: z.number().describe("Signed dollars of usage"),
  added: z.number().describe("Dollars of other transactions that added to the balance"),
  taken: z.number().describe("Signed dollars of other transactions that took from the balance"),
  charges: z.number().describe("Transactions of usage"),
  balance_after: z.number().describe("The balance at the end of the day"),
  parts: z
    .array(statementPart)
    .describe("Newest first: usage by three local hours, and every other transaction by itself"),
});
export type StatementDay = z.infer<typeof statementDay>;

export const statementResponse = pageOf(statementDay);
export type StatementResponse = z.infer<typeof statementResponse>;
