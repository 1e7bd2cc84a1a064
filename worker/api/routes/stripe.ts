import { Hono } from "hono";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import type { RequestEnv } from "../api-env.ts";

/** The signature covers the bytes as sent, so the body stays text. */
export const stripeRoutes = new Hono<RequestEnv>().post("/webhook", async (c) => {
  const signature = c.req.header("stripe-signature") ?? "";
  return c.json(await handlePaymentEvent(c.var.ctx, { rawBody: await c.req.text(), signature }));
});
