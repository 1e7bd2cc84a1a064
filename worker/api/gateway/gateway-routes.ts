import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { DomainError } from "#core/domain/errors.ts";
import { revokePresentedKey } from "#core/services/keys/revoke-key.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";
import type { RequestEnv } from "../api-env.ts";
import { withinAddressRate } from "../middleware/request-rate.ts";
import { bearerKey } from "./bearer-key.ts";
import { answerHere, forward } from "./forward.ts";
import { answerGatewayError } from "./gateway-errors.ts";
import { findModel, listModels } from "./list-models.ts";
import { preflight } from "./page-access.ts";

const NO_CONTENT = 204;

/** An AI service's answer is never a page of ours, whatever it calls itself. */
const plainAnswers = createMiddleware<RequestEnv>(async (c, next) => {
  c.header("x-content-type-options", "nosniff");
  c.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  c.header("strict-transport-security", STRICT_TRANSPORT);
  await next();
});

/** What is called with an API key instead of a signed-in user. */
export const gatewayRoutes = new Hono<RequestEnv>()
  .use(plainAnswers)
  // A page has no business with it.
  .options("/keys/self/revoke", (c) => c.body(null, NO_CONTENT))
  .options("*", preflight)
  .post("/keys/self/revoke", async (c) => {
    const key = bearerKey(c.req.header("authorization"));
    await withinAddressRate(c, "rate_limit_exceeded");
    return c.json(await revokePresentedKey(c.var.ctx, { key }));
  })
  .get("/models", (c) => answerHere(c, () => listModels(c.var.ctx.gateway.prices)))
  .get("/models/:id{.+}", (c) =>
    answerHere(c, () => {
      const model = findModel(c.var.ctx.gateway.prices, c.req.param("id"));
      if (model !== null) return model;
      throw new DomainError("model_not_found", "There is no such model.", { field: "model" });
    }),
  )
  .all("*", (c) => forward(c))
  .onError(answerGatewayError);
