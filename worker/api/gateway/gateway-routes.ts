import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { describePresentedKey } from "#core/services/keys/describe-key.ts";
import { revokePresentedKey } from "#core/services/keys/revoke-key.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";
import type { RequestEnv } from "../api-env.ts";
import { withinAddressRate } from "../middleware/request-rate.ts";
import { preflight } from "./cors.ts";
import { forward, pricesInForce, respondHere } from "./forward.ts";
import { handleGatewayError } from "./gateway-errors.ts";
import { describeModel, listModels } from "./models.ts";
import { sentKey } from "./presented-key.ts";

const NO_CONTENT = 204;

/** An upstream provider's response is never a page of ours, whatever it calls itself. */
const plainResponses = createMiddleware<RequestEnv>(async (c, next) => {
  c.header("x-content-type-options", "nosniff");
  c.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  c.header("strict-transport-security", STRICT_TRANSPORT);
  // Anthropic's clients read this name.
  c.header("request-id", c.var.ctx.requestId);
  await next();
});

/** Requests with an API key instead of a signed-in user. */
export const gatewayRoutes = new Hono<RequestEnv>()
  .use(plainResponses)
  // Browsers have no use for it.
  .options("/keys/self/revoke", (c) => c.body(null, NO_CONTENT))
  .options("*", preflight)
  .post("/keys/self/revoke", async (c) => {
    const key = sentKey({ authorization: c.req.header("authorization"), apiKey: c.req.header("x-api-key") });
    await withinAddressRate(c, "rate_limit_exceeded");
    return c.json(await revokePresentedKey(c.var.ctx, { key }));
  })
  .get("/key", (c) =>
    respondHere(c, ({ text }, { balanceMicros }) =>
      describePresentedKey(c.var.ctx, { key: text, balanceMicros }),
    ),
  )
  .get("/models", (c) => {
    const anthropic = c.req.header("anthropic-version") !== undefined;
    return respondHere(c, async () => listModels(await pricesInForce(c), { anthropic }));
  })
  .get("/models/:id{.+}", (c) => {
    const anthropic = c.req.header("anthropic-version") !== undefined;
    return respondHere(c, async () =>
      describeModel(await pricesInForce(c), c.req.param("id"), { anthropic }),
    );
  })
  .all("*", (c) => forward(c))
  .onError(handleGatewayError);
