import { Hono } from "hono";
import { analyticsQuery, analyticsResponse, breakdownResponse } from "#core/contract/analytics.ts";
import { stackedQuery, stackedResponse } from "#core/contract/stacked.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getStacked } from "#core/services/analytics/get-stacked.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, KEY_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

const group = "Usage";
const errors = { not_found: "Your account has no API key with this `key_id`" };
const WINDOW = { range: "24h", from: "2026-11-19T09:41:00.000Z", to: AT };
const TOKENS = { tokens_in: 812_340, tokens_cached: 240_120, tokens_out: 96_870 };
const FIGURES = { requests: 4210, errors: 26, avg_response_time: 184, cost: 1.42 };

/** Also mounted at `/api/analytics`: see `ALIASES`. */
export const figureRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "getFigures",
      group,
      summary: "Get usage figures",
      description:
        "Figures and a time series for the last 24 hours, 7 days or 30 days, a calendar month, or any window of at most 366 days, and the figures for the previous window. The series has hours in windows of up to 48 hours, and days in longer ones. Filter by `endpoint` or by `model`, not by both. Also available at `/api/analytics`.",
      response: {
        schema: analyticsResponse,
        example: {
          ...WINDOW,
          as_of: AT,
          total_requests: 4210,
          average_response_time: 184,
          error_rate: 0.62,
          cost: 1.42,
          imported_cost: 0,
          ...TOKENS,
          percentiles: { p50: 161, p95: 402, p99: 730 },
          top_endpoints: [{ endpoint: "/v1/chat/completions", requests: 3120, avg_response_time: 201 }],
          error_types: [{ type: "429", count: 19 }],
          series: [
            {
              date: "2026-11-20T09:00:00+00:00",
              requests: 190,
              errors: 1,
              avg_response_time: 176,
              cost: 0.06,
              imported_cost: 0,
              tokens_in: 36_410,
              tokens_cached: 9_800,
              tokens_out: 4_350,
            },
          ],
          previous: {
            total_requests: 3980,
            average_response_time: 190,
            error_rate: 0.7,
            cost: 1.31,
            imported_cost: 0,
            tokens_in: 790_020,
            tokens_cached: 221_450,
            tokens_out: 91_300,
          },
          exact_from: null,
        },
      },
      errors,
    }),
    queryString(analyticsQuery),
    async (c) => c.json(await getAnalytics(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/breakdown",
    describe({
      id: "getBreakdown",
      group,
      summary: "Get the breakdown by key, endpoint and model",
      description:
        "Requests and cost in a window, by key, by endpoint and by model. Each list adds up to the window's figures. With `range=2026-11`, for example, it's what each key spent in November. Also available at `/api/analytics/breakdown`.",
      response: {
        schema: breakdownResponse,
        example: {
          ...WINDOW,
          keys: [{ key_id: KEY_ID, name: "Production", status: "active", ...FIGURES, ...TOKENS }],
          endpoints: [{ endpoint: "/v1/chat/completions", ...FIGURES }],
          models: [{ model: "gpt-4o-mini", ...FIGURES, ...TOKENS }],
          exact_from: null,
        },
      },
      errors,
    }),
    queryString(analyticsQuery),
    async (c) => c.json(await getBreakdown(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/stacked",
    describe({
      id: "getStackedFigures",
      group,
      summary: "Get the series by key or model",
      description:
        "Requests, errors and cost over time, by key or by model, for the same windows as the figures. Returns the five largest of each figure and all others together; at each date they add up to the figures. `by=model` can't be combined with `endpoint`. Also available at `/api/analytics/stacked`.",
      response: {
        schema: stackedResponse,
        example: {
          ...WINDOW,
          as_of: AT,
          by: "key",
          dates: ["2026-11-20T08:00:00+00:00", "2026-11-20T09:00:00+00:00"],
          series: [
            {
              id: KEY_ID,
              name: "Production",
              status: "active",
              requests: [140, 120],
              errors: [1, 0],
              cost: [0.05, 0.04],
              imported_cost: [0, 0],
            },
          ],
          other: { count: 3, requests: [60, 70], errors: [0, 1], cost: [0.01, 0.02], imported_cost: [0, 0] },
          exact_from: null,
        },
      },
      errors,
    }),
    queryString(stackedQuery),
    async (c) => c.json(await getStacked(c.var.ctx, c.req.valid("query"))),
  );
