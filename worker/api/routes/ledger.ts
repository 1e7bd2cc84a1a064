import { Hono } from "hono";
import { pageQuery } from "#core/contract/page.ts";
import { exportLedger } from "#core/services/ledger/export-ledger.ts";
import { listLedger } from "#core/services/ledger/list-ledger.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const ledgerRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(pageQuery), async (c) => c.json(await listLedger(c.var.ctx, c.req.valid("query"))));

const FILE_HEADERS = {
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="latchkey-statement.csv"',
};

export const ledgerFileRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", async (c) => c.body(await exportLedger(c.var.ctx), 200, FILE_HEADERS));
