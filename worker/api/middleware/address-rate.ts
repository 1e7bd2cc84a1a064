import { createMiddleware } from "hono/factory";
import { withinAddressRate } from "#worker/request-rate.ts";
import type { RequestEnv } from "../api-env.ts";

export const addressRate = createMiddleware<RequestEnv>(async (c, next) => {
  await withinAddressRate(c.var.limits.address, c.req.raw);
  await next();
});
