import { Hono } from "hono";
import { usageFileQuery, usageQuery, usageReceipt, usageResponse } from "#core/contract/usage.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { getUsageReceipt, listUsage } from "#core/services/usage/list-usage.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
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
  cost: 0.000131,
};

export const usageRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
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
          key: { name: "Production", mask: "lk_9fK2x••••••••ZqTm", status: "active" },
        },
      },
      errors: { not_found: "Your account has no such request" },
    }),
    async (c) => c.json(await getUsageReceipt(c.var.ctx, c.req.param("id"))),
  );

export const usageFileRoutes = new Hono<SignedInEnv>().use(signedIn).get(
  "/",
  describe({
    id: "exportUsage",
    group,
    summary: "Download requests",
    description: "The requests of a window as CSV: the same requests that the window's analytics count.",
    response: {
      csv: "time,request_id,key_id,key_name,endpoint,status_code,response_time_ms,tokens_in,tokens_out,cost_usd",
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
