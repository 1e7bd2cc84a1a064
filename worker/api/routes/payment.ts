import { Hono } from "hono";
import { createPaymentLinkRequest } from "#core/contract/payments.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { jsonBody } from "../validation.ts";

export const paymentRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .post("/create-payment-link", jsonBody(createPaymentLinkRequest, { amount: "invalid_amount" }), async (c) =>
    c.json(await createPaymentLink(c.var.ctx, c.req.valid("json"))),
  );
