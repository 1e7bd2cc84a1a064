import { Hono } from "hono";
import { createKeyRequest } from "#core/contract/keys.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { listKeys } from "#core/services/keys/list-keys.ts";
import { revealKey } from "#core/services/keys/reveal-key.ts";
import { revokeKey } from "#core/services/keys/revoke-key.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedIn } from "../middleware/signed-in.ts";
import { jsonBody } from "../validation.ts";

export const keyRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", async (c) => c.json(await listKeys(c.var.ctx)))
  .post("/", jsonBody(createKeyRequest, { name: "invalid_name" }), async (c) =>
    c.json(await createKey(c.var.ctx, c.req.valid("json")), 201),
  )
  .post("/:id/reveal", async (c) => c.json(await revealKey(c.var.ctx, { id: c.req.param("id") })))
  .post("/:id/revoke", async (c) => c.json(await revokeKey(c.var.ctx, { id: c.req.param("id") })));
