import { Hono } from "hono";
import { usageFileQuery, usageQuery } from "#core/contract/usage.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { getUsageReceipt } from "#core/services/usage/get-usage-receipt.ts";
import { listUsage } from "#core/services/usage/list-usage.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const usageRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(usageQuery), async (c) => c.json(await listUsage(c.var.ctx, c.req.valid("query"))))
  .get("/:id", async (c) => c.json(await getUsageReceipt(c.var.ctx, c.req.param("id"))));

export const usageFileRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(usageFileQuery), async (c) => {
    const query = c.req.valid("query");
    return c.body(await exportUsage(c.var.ctx, query), 200, {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="latchkey-usage-${query.range}.csv"`,
    });
  });
