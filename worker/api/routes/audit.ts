import { Hono } from "hono";
import { auditQuery } from "#core/contract/audit.ts";
import { listAudit } from "#core/services/audit/list-audit.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { queryString } from "../validation.ts";

export const auditRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(auditQuery), async (c) => c.json(await listAudit(c.var.ctx, c.req.valid("query"))));
