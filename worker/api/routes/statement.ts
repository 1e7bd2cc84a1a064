import { Hono } from "hono";
import { monthQuery } from "#core/contract/ledger.ts";
import { statementMonths, statementSummary } from "#core/contract/statement.ts";
import { getStatement } from "#core/services/ledger/get-statement.ts";
import { listStatementMonths } from "#core/services/ledger/list-statement-months.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { queryString } from "../validation.ts";

const group = "Balance and payments";

export const statementRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "getStatement",
      group,
      summary: "Get a month’s statement",
      description:
        "The money of a UTC month: opening balance, what was added and taken, usage by model, and closing balance. They add up exactly, and a month’s closing balance is the next one’s opening balance. Pending payments are in none of them. `GET /api/ledger/days` lists the transactions.",
      response: {
        schema: statementSummary,
        example: {
          month: "2026-11",
          from: "2026-11-01",
          to: "2026-11-20",
          ended: false,
          opening: 0.25,
          added: 25,
          taken: 0,
          usage: -0.75,
          closing: 24.5,
          top_ups: 1,
          transactions: 3,
          requests: 812,
          models: [
            {
              model: "demo-large",
              requests: 812,
              tokens_in: 46_100,
              tokens_cached: 1_200,
              tokens_out: 8_200,
              units: [],
              charged: 0.7,
            },
          ],
          differences: [{ kind: "late" as const, amount: 0.05 }],
          billed_to: "maya@example.com",
          seller: ["Latchkey, Inc.", "1 Example Street"],
          paid_by_plan: 0,
          imported: 0,
        },
      },
    }),
    queryString(monthQuery),
    async (c) => c.json(await getStatement(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/months",
    describe({
      id: "listStatementMonths",
      group,
      summary: "List months with a statement",
      description: "The UTC months with transactions, newest first, and what each cost.",
      response: {
        schema: statementMonths,
        example: { items: [{ month: "2026-11", usage: -0.75, from: "2026-11-02" }] },
      },
    }),
    async (c) => c.json(await listStatementMonths(c.var.ctx)),
  );
