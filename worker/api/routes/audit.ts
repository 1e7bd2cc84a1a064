import { Hono } from "hono";
import { auditQuery, auditResponse } from "#core/contract/audit.ts";
import { listAudit } from "#core/services/audit/list-audit.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, KEY_ID, REQUEST_ID } from "../openapi/examples.ts";
import { queryString } from "../validation.ts";

export const auditRoutes = new Hono<SignedInEnv>().get(
  "/",
  describe({
    id: "listAudit",
    group: "Account",
    summary: "List the audit log",
    description: "Who did what in the account and from where, newest first.",
    response: {
      schema: auditResponse,
      example: {
        items: [
          {
            id: "96",
            created_at: AT,
            action: "key.created",
            by: "owner",
            key: { id: KEY_ID, name: "Production" },
            detail: {},
            place: { device: "Firefox on Windows", city: "Lisbon", country: "PT" },
            request_id: REQUEST_ID,
          },
        ],
        next_cursor: null,
      },
    },
  }),
  queryString(auditQuery),
  async (c) => c.json(await listAudit(c.var.ctx, c.req.valid("query"))),
);
