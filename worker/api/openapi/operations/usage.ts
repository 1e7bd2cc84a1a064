import { analyticsAnswer, analyticsQuery } from "#core/contract/analytics.ts";
import { breakdownAnswer, breakdownQuery } from "#core/contract/breakdown.ts";
import { usageAnswer, usageFileQuery, usageQuery, usageReceipt } from "#core/contract/usage.ts";
import type { Operation } from "../operation.ts";
import { AT, KEY_ID, REQUEST_ID } from "./examples.ts";

const group = "Usage";
const credential = "session";
const errors = { not_found: "`key_id` is no API key of your account" };
const WINDOW = { range: "24h", from: "2026-11-19T09:41:00.000Z", to: AT };
const REQUEST = {
  request_id: REQUEST_ID,
  timestamp: AT,
  key_id: KEY_ID,
  endpoint: "/v1/chat/completions",
  status_code: 200,
  response_time: 412,
  tokens_in: 18,
  tokens_out: 64,
  cost: 0.000131,
};
const FIGURES = { total_requests: 4210, average_response_time: 184, error_rate: 0.62, cost: 1.42 };

export const usageOperations: Operation[] = [
  {
    id: "getAnalytics",
    group,
    method: "get",
    path: "/api/analytics",
    summary: "Get analytics",
    description:
      "Figures and a series of the last 24 hours, 7 or 30 days, and the figures of the window before.",
    credential,
    query: analyticsQuery,
    answer: {
      status: 200,
      schema: analyticsAnswer,
      example: {
        ...WINDOW,
        as_of: AT,
        ...FIGURES,
        percentiles: { p50: 161, p95: 402, p99: 730 },
        top_endpoints: [{ endpoint: "/v1/chat/completions", requests: 3120, avg_response_time: 201 }],
        error_types: [{ type: "429", count: 19 }],
        series: [{ date: "2026-11-20T09:00:00+00:00", requests: 190, errors: 1, avg_response_time: 176 }],
        previous: { total_requests: 3980, average_response_time: 190, error_rate: 0.7, cost: 1.31 },
      },
    },
    errors,
  },
  {
    id: "getBreakdown",
    group,
    method: "get",
    path: "/api/analytics/breakdown",
    summary: "Get the breakdown by key and endpoint",
    description:
      "Where the requests and the money of a window went. Each list adds up to the window's figures.",
    credential,
    query: breakdownQuery,
    answer: {
      status: 200,
      schema: breakdownAnswer,
      example: {
        ...WINDOW,
        keys: [
          {
            key_id: KEY_ID,
            name: "Production",
            status: "active",
            requests: 4210,
            errors: 26,
            avg_response_time: 184,
            cost: 1.42,
          },
        ],
        endpoints: [
          {
            endpoint: "/v1/chat/completions",
            requests: 4210,
            errors: 26,
            avg_response_time: 184,
            cost: 1.42,
          },
        ],
      },
    },
    errors,
  },
  {
    id: "listUsage",
    group,
    method: "get",
    path: "/api/usage",
    summary: "List requests",
    description: "The request log, newest first.",
    credential,
    query: usageQuery,
    answer: { status: 200, schema: usageAnswer, example: { items: [REQUEST], next_cursor: null } },
    errors,
  },
  {
    id: "getRequest",
    group,
    method: "get",
    path: "/api/usage/{id}",
    summary: "Get one request",
    description: "A request by the `x-request-id` of its answer, with the key it came from.",
    credential,
    parameters: { id: { description: "`request_id` of a request", example: REQUEST_ID } },
    answer: {
      status: 200,
      schema: usageReceipt,
      example: { ...REQUEST, key: { name: "Production", mask: "lk_9fK2x••••••••ZqTm", status: "active" } },
    },
    errors: { not_found: "There is no such request of your account" },
  },
  {
    id: "exportUsage",
    group,
    method: "get",
    path: "/api/usage.csv",
    summary: "Download requests",
    description: "The requests of a window as CSV: those that the analytics of that window count.",
    credential,
    query: usageFileQuery,
    answer: {
      status: 200,
      example:
        "time,request_id,key_id,key_name,endpoint,status_code,response_time_ms,tokens_in,tokens_out,cost_usd",
    },
    errors,
  },
];
