import { Hono } from "hono";
import { usageQuery } from "#core/contract/usage.ts";
import { listUsage } from "#core/services/usage/list-usage.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const usageRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(usageQuery), async (c) => c.json(await listUsage(c.var.ctx, c.req.valid("query"))));
