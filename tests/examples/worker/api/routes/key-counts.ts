import { Hono } from "hono";
import { keyCounts, keyCountsQuery } from "#tests/examples/worker/core/contract/key-counts.ts";
import { countKeys } from "#tests/examples/worker/core/services/keys/count-keys.ts";
import type { SignedInEnv } from "#worker/api/api-env.ts";
import { describe } from "#worker/api/openapi/describe.ts";
import { queryString } from "#worker/api/validation.ts";

export const keyCountRoutes = new Hono<SignedInEnv>().get(
  "/",
  describe({
    id: "countKeys",
    group: "API keys",
    summary: "Count API keys",
    description: "Counts the account’s keys by status, optionally only those with a certain name.",
    response: { schema: keyCounts, example: { active: 3, revoked: 1 } },
  }),
  queryString(keyCountsQuery),
  async (c) => c.json(await countKeys(c.var.ctx, c.req.valid("query"))),
);
