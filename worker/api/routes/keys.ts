import { Hono } from "hono";
import { budgetsRequest } from "#core/contract/budgets.ts";
import { changeKeyRequest, createKeyRequest, rotateKeyRequest } from "#core/contract/keys.ts";
import { changeKey } from "#core/services/keys/change-key.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { listKeys } from "#core/services/keys/list-keys.ts";
import { revealKey } from "#core/services/keys/reveal-key.ts";
import { revokeKey } from "#core/services/keys/revoke-key.ts";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { setBudgets } from "#core/services/keys/set-budgets.ts";
import { tryBudgets } from "#core/services/keys/try-budgets.ts";
import type { SignedInEnv } from "../api-env.ts";
import { checkedLikeReads, signedIn } from "../middleware/signed-in.ts";
import { jsonBody } from "../validation.ts";

export const keyRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", async (c) => c.json(await listKeys(c.var.ctx)))
  .post("/", jsonBody(createKeyRequest, { name: "invalid_name" }), async (c) =>
    c.json(await createKey(c.var.ctx, c.req.valid("json")), 201),
  )
  .patch("/:id", jsonBody(changeKeyRequest, { name: "invalid_name" }), async (c) =>
    c.json(await changeKey(c.var.ctx, { id: c.req.param("id"), changes: c.req.valid("json") })),
  )
  .post("/:id/rotate", jsonBody(rotateKeyRequest), async (c) =>
    c.json(
      await rotateKey(c.var.ctx, {
        id: c.req.param("id"),
        overlapHours: c.req.valid("json").overlap_hours,
      }),
      201,
    ),
  )
  .put("/:id/budgets", jsonBody(budgetsRequest), async (c) =>
    c.json(await setBudgets(c.var.ctx, { id: c.req.param("id"), ...c.req.valid("json") })),
  )
  .post("/:id/budgets/trial", jsonBody(budgetsRequest), async (c) =>
    c.json(await tryBudgets(c.var.ctx, { id: c.req.param("id"), ...c.req.valid("json") })),
  )
  .post("/:id/reveal", async (c) => c.json(await revealKey(c.var.ctx, { id: c.req.param("id") })))
  // A leaked key must be revocable with whatever session its owner has.
  .post("/:id/revoke", checkedLikeReads(), async (c) =>
    c.json(await revokeKey(c.var.ctx, { id: c.req.param("id") })),
  );
