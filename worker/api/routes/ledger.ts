import { Hono } from "hono";
import { ledgerResponse, statementQuery, statementResponse } from "#core/contract/ledger.ts";
import { pageQuery } from "#core/contract/page.ts";
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
        "The statement by UTC day, newest first. A day’s usage is that of its requests, as on the dashboard. A month is closed three days after its end; usage that is recorded later stands in the statement of that day, as `late`. A day is never split between pages, and each balance is the next older one plus the day’s amounts.",
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

const FILE_HEADERS = {
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="latchkey-statement.csv"',
};

export const ledgerFileRoutes = new Hono<SignedInEnv>().get(
  "/",
  describe({
    id: "exportLedger",
    group,
    summary: "Download the statement",
    description: "Every transaction as CSV, newest first, with times in UTC.",
    response: { csv: "date,kind,amount,balance_after,reference,note" },
  }),
  async (c) => c.body(await exportLedger(c.var.ctx), 200, FILE_HEADERS),
);
