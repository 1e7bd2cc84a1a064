import { Hono } from "hono";
import { ledgerResponse } from "#core/contract/ledger.ts";
import { pageQuery } from "#core/contract/page.ts";
import { exportLedger, listLedger } from "#core/services/ledger/statement.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { describe } from "../openapi/describe.ts";
import { AT, ORDER_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

const group = "Balance and payments";

export const ledgerRoutes = new Hono<SignedInEnv>().use(signedIn).get(
  "/",
  describe({
    id: "listLedger",
    group,
    summary: "List transactions",
    description: "The statement, newest first. The amounts of all items add up to the balance.",
    response: {
      schema: ledgerResponse,
      example: {
        items: [
          {
            id: "184",
            created_at: AT,
            kind: "top_up",
            amount: 25,
            balance_after: 25,
            reference: "pi_3QxYz",
            receipt_id: ORDER_ID,
            note: null,
          },
        ],
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

export const ledgerFileRoutes = new Hono<SignedInEnv>().use(signedIn).get(
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
