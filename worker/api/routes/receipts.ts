import { Hono } from "hono";
import { pageQuery } from "#core/contract/page.ts";
import { receiptResponse, receiptsResponse } from "#core/contract/payments.ts";
import { getReceipt, listReceipts } from "#core/services/receipts/receipts.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { describe } from "../openapi/describe.ts";
import { AT, CHECKOUT_ID, ORDER_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

const group = "Balance and payments";
const RECEIPT = {
  id: ORDER_ID,
  paid_at: AT,
  product: "balance",
  description: "Latchkey balance",
  amount: 25,
  reversed: 0,
  currency: "USD",
  status: "paid",
  payment_reference: "pi_3QxYz",
  session_reference: CHECKOUT_ID,
};

export const receiptRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get(
    "/",
    describe({
      id: "listReceipts",
      group,
      summary: "List receipts",
      description: "Settled payments, newest first.",
      response: { schema: receiptsResponse, example: { items: [RECEIPT], next_cursor: null } },
    }),
    queryString(pageQuery),
    async (c) => c.json(await listReceipts(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/:id",
    describe({
      id: "getReceipt",
      group,
      summary: "Get a receipt",
      description: "One settled payment, with the email address it is billed to.",
      parameters: { id: { description: "The receipt's `id`", example: ORDER_ID } },
      response: { schema: receiptResponse, example: { ...RECEIPT, billed_to: "you@example.com" } },
      errors: { not_found: "Your account has no such receipt" },
    }),
    async (c) => c.json(await getReceipt(c.var.ctx, { id: c.req.param("id") })),
  );
