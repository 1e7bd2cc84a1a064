import { Hono } from "hono";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { logEvent } from "#worker/log.ts";
import type { RequestEnv } from "../api-env.ts";

/** The signature covers the bytes as sent, so the body stays text. */
export const stripeRoutes = new Hono<RequestEnv>().post("/webhook", async (c) => {
  const signature = c.req.header("stripe-signature") ?? "";
  const { received, returned } = await handlePaymentEvent(c.var.ctx, {
    rawBody: await c.req.text(),
    signature,
  });
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
});
