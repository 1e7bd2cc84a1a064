import { Hono } from "hono";
import {
  currentRefusalsQuery,
  currentRefusalsResponse,
  refusalsQuery,
  refusalsResponse,
  requestSearchQuery,
  requestSearchResponse,
  usageFileQuery,
  usageQuery,
  usageReceipt,
  usageResponse,
} from "#core/contract/usage.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { findRequests } from "#core/services/usage/find-requests.ts";
import { listCurrentRefusals } from "#core/services/usage/list-current-refusals.ts";
import { listRefusals } from "#core/services/usage/list-refusals.ts";
import { getUsageReceipt, listUsage } from "#core/services/usage/list-usage.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, KEY_ID, REQUEST_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

const group = "Usage";
const errors = { not_found: "Your account has no API key with this `key_id`" };
const REQUEST = {
  request_id: REQUEST_ID,
  timestamp: AT,
  key_id: KEY_ID,
  endpoint: "/v1/chat/completions",
  status_code: 200,
  response_time: 412,
  tokens_in: 18,
  tokens_out: 64,
  cost: 0.000042,
  model: "gpt-4o-mini",
  outcome: "completed",
  estimated: false,
  tokens_cached: 0,
  first_byte: 208,
  held: 0.002475,
  charged: 0.000042,
  returned: 0.002433,
  paid_by: "balance",
  plan_value: 0,
  price_list: 3,
  tier: "default",
  price_lines: [
    { dimension: "input", quantity: 18 },
    { dimension: "output", quantity: 64 },
  ],
};

export const usageRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "listUsage",
      group,
      summary: "List requests",
      description: "The request log, newest first.",
      response: { schema: usageResponse, example: { items: [REQUEST], next_cursor: null } },
      errors,
    }),
    queryString(usageQuery),
    async (c) => c.json(await listUsage(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/refusals",
    describe({
      id: "listRefusals",
      group,
      summary: "List refused requests",
      description:
        "Requests made with your keys that were refused before they reached the API, counted by key, error code and hour or day. They cost nothing and aren't in the request log. Counts arrive within a few seconds.",
      response: {
        schema: refusalsResponse,
        example: {
          range: "24h",
          from: "2026-11-19T09:00:00.000Z",
          to: AT,
          total: 37,
          items: [
            {
              date: "2026-11-20T09:00:00+00:00",
              key_id: KEY_ID,
              name: "Production",
              code: "rate_limit_exceeded",
              requests: 37,
            },
          ],
          complete: true,
          codes: [{ code: "rate_limit_exceeded", requests: 37 }],
          series: [{ date: "2026-11-20T09:00:00+00:00", requests: 37 }],
        },
      },
      errors,
    }),
    queryString(refusalsQuery),
    async (c) => c.json(await listRefusals(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/refusals/current",
    describe({
      id: "listCurrentRefusals",
      group,
      summary: "List keys that are being refused",
      description:
        "Keys whose requests have been refused in the last five minutes, by error code, unless the cause is gone. `since` is the first refused request after a pause of at least five minutes.",
      response: {
        schema: currentRefusalsResponse,
        example: {
          items: [
            {
              key_id: KEY_ID,
              name: "Production",
              code: "budget_exceeded",
              since: "2026-11-20T09:03:12.000Z",
              last: AT,
              requests: 173,
              partial: false,
              revoked: false,
              budget: { period: "day", amount: 2, resets_at: "2026-11-21T00:00:00.000Z" },
            },
          ],
          other_keys_work: true,
        },
      },
      errors,
    }),
    queryString(currentRefusalsQuery),
    async (c) => c.json(await listCurrentRefusals(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/find",
    describe({
      id: "findRequests",
      group,
      summary: "Find a request",
      description:
        "Your newest requests whose `request_id` begins with `id`, from six characters on. A whole `request_id` is always found.",
      response: { schema: requestSearchResponse, example: { items: [REQUEST] } },
    }),
    queryString(requestSearchQuery),
    async (c) => c.json(await findRequests(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/:id",
    describe({
      id: "getRequest",
      group,
      summary: "Get a request",
      description: "One request, found by the `x-request-id` of its response, with the key that sent it.",
      parameters: { id: { description: "The request's `request_id`", example: REQUEST_ID } },
      response: {
        schema: usageReceipt,
        example: {
          ...REQUEST,
          price_lines: [
            { dimension: "input", quantity: 18, price: 0.15, per: 1_000_000, amount: 0.000003 },
            { dimension: "output", quantity: 64, price: 0.6, per: 1_000_000, amount: 0.000039 },
          ],
          prices_from: "2026-11-01T00:00:00.000Z",
          key: { name: "Production", mask: "lk_9fK2x••••••••ZqTm", status: "active" },
        },
      },
      errors: { not_found: "Your account has no such request" },
    }),
    async (c) => c.json(await getUsageReceipt(c.var.ctx, c.req.param("id"))),
  );

export const usageFileRoutes = new Hono<SignedInEnv>().get(
  "/",
  describe({
    id: "exportUsage",
    group,
    summary: "Download requests",
    description: "The requests of a window as CSV: the same requests that the window's analytics count.",
    response: {
      csv: "time,request_id,key_id,key_name,endpoint,status_code,response_time_ms,tokens_in,tokens_out,cost_usd,model,outcome,estimated,tokens_cached,first_byte_ms,held_usd,charged_usd,returned_usd,paid_by,plan_usd,price_list,price_lines,unit,units",
    },
    errors,
  }),
  queryString(usageFileQuery),
  async (c) => {
    const query = c.req.valid("query");
    return c.body(await exportUsage(c.var.ctx, query), 200, {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="latchkey-usage-${query.range}.csv"`,
    });
  },
);
