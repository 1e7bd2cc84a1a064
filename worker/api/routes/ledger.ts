import { Hono } from "hono";
import { ledgerResponse, monthQuery, statementQuery, statementResponse } from "#core/contract/ledger.ts";
import { pageQuery } from "#core/contract/page.ts";
import { statementFileName } from "#core/domain/statement-file.ts";
import { listStatementDays } from "#core/services/ledger/list-statement-days.ts";
import { exportLedger, listLedger } from "#core/services/ledger/statement.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, ORDER_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

const group = "Balance and payments";

const TOP_UP = {
  id: "184",
  created_at: AT,
  kind: "top_up" as const,
  amount: 25,
  balance_after: 25,
  reference: "pi_3QxYz",
  receipt_id: ORDER_ID,
  receipt_number: "LK-20261120-4F3A9C21",
  automatic: false,
  payment_method: { type: "card", brand: "visa", last4: "4242" },
  note: null,
  usage_day: null,
  open: false,
};

export const ledgerRoutes = new Hono<SignedInEnv>()
  .get(
    "/days",
    describe({
      id: "listStatementDays",
      group,
      summary: "List transactions by day",
      description:
        "The statement of a month, or of all time, by UTC day, newest first. A day’s usage is that of its requests, as on the dashboard. A month is closed three days after its end; usage that is recorded later stands in the statement of that day, as `late`. A day is never split between pages, and each balance is the next older one plus the day’s amounts.",
      response: {
        schema: statementResponse,
        example: {
          items: [
            {
              date: "2026-11-20",
              usage: -0.5,
              late: 0,
              added: 25,
              taken: 0,
              open: false,
              balance_after: 24.5,
              transactions: [TOP_UP],
            },
          ],
          next_cursor: null,
        },
      },
    }),
    queryString(statementQuery),
    async (c) => c.json(await listStatementDays(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/",
    describe({
      id: "listLedger",
      group,
      summary: "List transactions",
      description:
        "The ledger, newest first: first the usage of days that aren’t booked yet (in addition to the limit), then the transactions. The amounts of all items add up to the balance.",
      response: {
        schema: ledgerResponse,
        example: {
          items: [TOP_UP],
          next_cursor: null,
        },
      },
    }),
    queryString(pageQuery),
    async (c) => c.json(await listLedger(c.var.ctx, c.req.valid("query"))),
  );

const fileHeaders = (name: string) => ({
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": `attachment; filename="${name}"`,
});

export const ledgerFileRoutes = new Hono<SignedInEnv>().get(
  "/",
  describe({
    id: "exportLedger",
    group,
    summary: "Download the statement",
    description:
      "Every transaction as CSV, newest first, with times in UTC and exact amounts. For a month, the rows are those of its statement: usage is dated by the day of its requests, the amounts add up to closing less opening balance, and each balance follows from the one below it.",
    response: {
      csv: "date,kind,amount,balance_after,reference,note,usage_day,currency,receipt_number",
    },
  }),
  queryString(monthQuery),
  async (c) => {
    const { ctx } = c.var;
    const query = c.req.valid("query");
    const name = statementFileName(query.month, ctx.clock.now());
    return c.body(await exportLedger(ctx, query), 200, fileHeaders(name));
  },
);
