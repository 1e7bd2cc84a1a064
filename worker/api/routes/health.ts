import { Hono } from "hono";
import { checkHealth } from "#core/services/health/check-health.ts";
import type { RequestEnv } from "../api-env.ts";

export const healthRoutes = new Hono<RequestEnv>().get("/", async (c) =>
  c.json(await checkHealth(c.var.ctx)),
);
