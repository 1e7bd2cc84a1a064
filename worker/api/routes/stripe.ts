import { Hono } from "hono";
import { z } from "zod";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { logEvent } from "#worker/log.ts";
import type { RequestEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";

export const stripeRoutes = new Hono<RequestEnv>().post(
  "/webhook",
  describe({
    id: "receivePaymentEvent",
    group: "Service",
    summary: "Receive a payment event",
    description: "Only for the payment provider, which signs each event. Other requests are refused.",
    body: {
      schema: z.looseObject({ id: z.string(), type: z.string() }),
      example: { id: "evt_1QxYz", type: "checkout.session.completed" },
    },
    response: {
      schema: z.object({ received: z.string().describe("The event's `id`") }),
      example: { received: "evt_1QxYz" },
    },
    errors: {
      invalid_signature: "The event isn't signed by the payment provider",
      order_unknown: "The payment has no order yet; the provider sends the event again",
      order_mismatch: "The payment doesn't match its order",
      payment_provider_error: "The payment provider didn't respond as expected",
    },
  }),
  async (c) => {
    const signature = c.req.header("stripe-signature") ?? "";
    // The signature covers the bytes as sent, so the body stays text.
    const rawBody = await c.req.text();
    const { received, returned } = await handlePaymentEvent(c.var.ctx, { rawBody, signature });
    if (returned) {
      const { requestId } = c.var.ctx;
      logEvent("warn", {
        event: "payment_returned",
        worker: "api",
        request_id: requestId,
        stripe_event: received,
      });
    }
    return c.json({ received });
  },
);
