import { Hono } from "hono";
import { healthQuery } from "#core/contract/health.ts";
import { checkHealth } from "#core/services/health/check-health.ts";
import { reportHealth } from "#core/services/health/report-health.ts";
import { BUILD } from "#worker/build-info.ts";
import type { RequestEnv } from "../api-env.ts";
import { queryString } from "../validation.ts";

const bearer = (header: string | undefined) => /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];

export const healthRoutes = new Hono<RequestEnv>().get("/", queryString(healthQuery), async (c) => {
  if (c.req.valid("query").verbose === undefined)
    return c.json({ ...(await checkHealth(c.var.ctx)), ...BUILD });
  const report = await reportHealth(c.var.ctx, bearer(c.req.header("authorization")));
  return c.json({ ...report, ...BUILD });
});
