import { Hono } from "hono";
import { createPaymentLinkRequest, paymentLinkResponse } from "#core/contract/payments.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { CHECKOUT_ID } from "../openapi/examples.ts";
import { jsonBody } from "../validation.ts";

export const paymentRoutes = new Hono<SignedInEnv>().post(
  "/create-payment-link",
  describe({
    id: "createPaymentLink",
    group: "Balance and payments",
    summary: "Create a payment link",
    description: "Creates a hosted page for one payment, to add funds or to buy a year of Premium.",
    body: { example: { amount: 25, product: "balance" } },
    response: {
      schema: paymentLinkResponse,
      example: {
        paymentLinkUrl: `https://checkout.stripe.com/c/pay/${CHECKOUT_ID}`,
        session_id: CHECKOUT_ID,
      },
    },
    errors: {
      invalid_amount: "The amount isn't available for the product",
      plan_not_for_sale: "Your Business plan already covers what Premium offers",
      rate_limited: "There are 20 unpaid payments from the last ten minutes",
      payment_provider_error: "The payment provider didn't respond as expected",
    },
  }),
  jsonBody(createPaymentLinkRequest, { amount: "invalid_amount" }),
  async (c) => {
    const { save_card: savesCard, ...input } = c.req.valid("json");
    return c.json(await createPaymentLink(c.var.ctx, { ...input, savesCard }));
  },
);
