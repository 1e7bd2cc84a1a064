import { Hono } from "hono";
import { z } from "zod";
import { buildInfo, healthQuery } from "#core/contract/health.ts";
import { checkHealth } from "#core/services/health/check-health.ts";
import { reportHealth } from "#core/services/health/report-health.ts";
import { BUILD } from "#worker/build-info.ts";
import { bearerToken } from "#worker/http-headers.ts";
import type { RequestEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { queryString } from "../validation.ts";

export const healthRoutes = new Hono<RequestEnv>().get(
  "/",
  describe({
    id: "getHealth",
    group: "Service",
    summary: "Check the service's health",
    description: "With `verbose` and the operator's token, it also returns a report on the service.",
    response: {
      schema: z.looseObject({ status: z.literal("ok"), ...buildInfo.shape }),
      example: {
        status: "ok",
        version: "0.1.0",
        commit: "3f2a91c07be4",
        built_at: "2026-07-01T12:00:00.000Z",
      },
    },
    errors: {
      unauthorized: "`verbose` was sent without the operator's token",
      not_found: "`verbose` was sent, but no report is set up",
      database_unavailable: "The database is unavailable",
    },
  }),
  queryString(healthQuery),
  async (c) => {
    if (c.req.valid("query").verbose === undefined)
      return c.json({ ...(await checkHealth(c.var.ctx)), ...BUILD });
    const report = await reportHealth(c.var.ctx, bearerToken(c.req.header("authorization")));
    return c.json({ ...report, ...BUILD });
  },
);
