import { Hono } from "hono";
import { analyticsQuery } from "#core/contract/analytics.ts";
import { breakdownQuery } from "#core/contract/breakdown.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const analyticsRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(analyticsQuery), async (c) =>
    c.json(await getAnalytics(c.var.ctx, c.req.valid("query"))),
  )
  .get("/breakdown", queryString(breakdownQuery), async (c) =>
    c.json(await getBreakdown(c.var.ctx, c.req.valid("query"))),
  );
