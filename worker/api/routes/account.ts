import { Hono } from "hono";
import { completionRequest } from "#core/contract/payments.ts";
import { getBalance } from "#core/services/balance/get-balance.ts";
import { completePayment } from "#core/services/payments/complete-payment.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { jsonBody } from "../validation.ts";

export const accountRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/balance", async (c) => c.json(await getBalance(c.var.ctx)))
  .post("/payment-link-completion", jsonBody(completionRequest), async (c) =>
    c.json(await completePayment(c.var.ctx, c.req.valid("json"))),
  );
