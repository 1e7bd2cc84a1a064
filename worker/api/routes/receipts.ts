import { Hono } from "hono";
import {
  invoiceResponse,
  receiptResponse,
  receiptsQuery,
  receiptsResponse,
} from "#core/contract/payments.ts";
import { getInvoice, getReceipt, listReceipts } from "#core/services/receipts/receipts.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, CHECKOUT_ID, ORDER_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

const group = "Balance and payments";
const RECEIPT = {
  id: ORDER_ID,
  number: "LK-20261120-4F1C9A7B",
  paid_at: AT,
  sent_at: AT,
  arrives_by: null,
  product: "balance",
  description: "Latchkey balance",
  amount: 25,
  reversed: 0,
  currency: "USD",
  status: "paid",
  payment_method: { type: "card", brand: "visa", last4: "4242" },
  payment_reference: "pi_3QxYz",
  session_reference: CHECKOUT_ID,
};

const parameters = { id: { description: "The receipt's `id`", example: ORDER_ID } };

export const receiptRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "listReceipts",
      group,
      summary: "List receipts",
      description:
        "Settled payments, newest first. With `unsettled`, also payments by bank that are pending or have failed: they have no number, and are no part of the balance.",
      response: { schema: receiptsResponse, example: { items: [RECEIPT], next_cursor: null } },
    }),
    queryString(receiptsQuery),
    async (c) => c.json(await listReceipts(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/:id",
    describe({
      id: "getReceipt",
      group,
      summary: "Get a receipt",
      description:
        "One payment, with the seller, the email address it is billed to, how it was paid, the tax included in it, and the balance after it.",
      parameters,
      response: {
        schema: receiptResponse,
        example: {
          ...RECEIPT,
          seller: ["Latchkey"],
          billed_to: "you@example.com",
          tax: 3.81,
          has_invoice: true,
          balance_after: 48.2,
        },
      },
      errors: { not_found: "Your account has no such receipt" },
    }),
    async (c) => c.json(await getReceipt(c.var.ctx, { id: c.req.param("id") })),
  )
  .get(
    "/:id/invoice",
    describe({
      id: "getInvoice",
      group,
      summary: "Get an invoice",
      description:
        "The address of the payment provider's page with the invoice of a payment, to view, print or download. It opens the invoice without signing in and expires, so request it when you need it. Payments made by auto top-up have no invoice.",
      parameters,
      response: {
        schema: invoiceResponse,
        example: { url: "https://invoice.stripe.com/i/acct_1QxYz/test_YWNjdF8xUXhZeg" },
      },
      errors: {
        not_found: "Your account has no such receipt, or the payment has no invoice",
        payment_provider_error: "The payment provider didn't respond as expected",
      },
    }),
    async (c) => c.json(await getInvoice(c.var.ctx, { id: c.req.param("id") })),
  );
