import { Hono } from "hono";
import { reportMetrics } from "#core/services/metrics/report-metrics.ts";
import { BUILD } from "#worker/build-info.ts";
import { bearerToken } from "#worker/http-headers.ts";
import type { RequestEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";

const HEADERS = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

export const metricsRoutes = new Hono<RequestEnv>().get(
  "/",
  describe({
    id: "getMetrics",
    group: "Service",
    summary: "Get the service's metrics",
    description: "Returns figures of the whole service in the text format of Prometheus, for its operator.",
    response: { text: 'latchkey_requests_total{model="demo-small",outcome="success"} 1284' },
    errors: {
      unauthorized: "The operator's token is missing or wrong",
      not_found: "No metrics are set up",
      database_unavailable: "The database is unavailable",
    },
  }),
  async (c) => {
    const token = bearerToken(c.req.header("authorization"));
    return c.body(await reportMetrics(c.var.ctx, BUILD, token), 200, HEADERS);
  },
);
