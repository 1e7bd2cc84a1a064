import { Hono } from "hono";
import { notFound } from "#core/domain/errors.ts";
import { revokePresentedKey } from "#core/services/keys/revoke-presented-key.ts";
import type { RequestEnv } from "../api-env.ts";
import { bearerKey } from "./bearer-key.ts";
import { answerGatewayError } from "./gateway-errors.ts";

/** What is called with an API key instead of a signed-in user. */
export const gatewayRoutes = new Hono<RequestEnv>()
  .post("/keys/self/revoke", async (c) =>
    c.json(await revokePresentedKey(c.var.ctx, { key: bearerKey(c.req.header("authorization")) })),
  )
  .all("*", () => {
    throw notFound("Path");
  })
  .onError(answerGatewayError);
