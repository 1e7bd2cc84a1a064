import { Hono } from "hono";
import { accountDeletionRequest } from "#core/contract/identity.ts";
import { closeAccount } from "#core/services/accounts/close-account.ts";
import type { SignedInEnv } from "../api-env.ts";
import { signedInEvenClosed } from "../middleware/signed-in.ts";
import { jsonBody } from "../validation.ts";

/** Apart from the other routes of an account: the only one that a closed account may still ask. */
export const accountClosingRoutes = new Hono<SignedInEnv>().delete(
  "/",
  signedInEvenClosed,
  jsonBody(accountDeletionRequest),
  async (c) => c.json(await closeAccount(c.var.ctx, c.req.valid("json"))),
);
