import { Hono } from "hono";
import { pageQuery } from "#core/contract/page.ts";
import { getReceipt } from "#core/services/receipts/get-receipt.ts";
import { listReceipts } from "#core/services/receipts/list-receipts.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const receiptRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(pageQuery), async (c) => c.json(await listReceipts(c.var.ctx, c.req.valid("query"))))
  .get("/:id", async (c) => c.json(await getReceipt(c.var.ctx, { id: c.req.param("id") })));
