import { Hono } from "hono";
import { pageQuery } from "#core/contract/page.ts";
import { listLedger } from "#core/services/ledger/list-ledger.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const ledgerRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(pageQuery), async (c) => c.json(await listLedger(c.var.ctx, c.req.valid("query"))));
