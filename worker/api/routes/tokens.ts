import { Hono } from "hono";
import {
  accessToken,
  accessTokens,
  createTokenRequest,
  revokedToken,
  revokedTokens,
} from "#core/contract/access-tokens.ts";
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  revokeAllAccessTokens,
} from "#core/services/tokens/access-tokens.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT } from "../openapi/examples.ts";
import { jsonBody } from "../validation.ts";

const group = "Account";
const TOKEN_ID = "tok_8Qd4Yt6KmZa1Hw5Nt7Wm";
const TOKEN = {
  id: TOKEN_ID,
  name: "Weekly cost report",
  token: "lkp_8Qd4••••••••x2Vb",
  scopes: ["usage:read"],
  created_at: "2026-11-20T09:41:00.000Z",
  last_used: null,
  expires_at: "2027-02-18T09:41:00.000Z",
};

export const tokenRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "listTokens",
      group,
      summary: "List access tokens",
      description: "The account's tokens that aren't revoked, newest first. Each `token` is masked.",
      response: { schema: accessTokens, example: { items: [TOKEN], next_cursor: null } },
    }),
    async (c) => c.json(await listAccessTokens(c.var.ctx)),
  )
  .post(
    "/",
    describe({
      id: "createToken",
      group,
      summary: "Create an access token",
      description: "Only the response contains the full token. The account's owner is notified.",
      body: { example: { name: TOKEN.name, scopes: TOKEN.scopes, expires_in_days: 90 } },
      response: {
        status: 201,
        schema: accessToken,
        example: { ...TOKEN, token: "lkp_8Qd4Hw5Nt7WmYc2KvNz5HbXj9GsPf3Lqx2Vb" },
      },
      errors: {
        invalid_name: "The name is blank, too long, or contains control characters",
        token_limit_reached: "The account already has 20 access tokens",
      },
    }),
    jsonBody(createTokenRequest, { name: "invalid_name" }),
    async (c) => c.json(await createAccessToken(c.var.ctx, c.req.valid("json")), 201),
  )
  .post(
    "/revoke-all",
    describe({
      id: "revokeAllTokens",
      group,
      summary: "Revoke all access tokens",
      description:
        "Once the request returns, no further requests with any of the account's tokens are accepted. You can safely repeat it.",
      response: { schema: revokedTokens, example: { status: "revoked", revoked: 2 } },
    }),
    async (c) => c.json(await revokeAllAccessTokens(c.var.ctx)),
  )
  .post(
    "/:id/revoke",
    describe({
      id: "revokeToken",
      group,
      summary: "Revoke an access token",
      description:
        "Once the request returns, no further requests with the token are accepted. You can safely repeat it.",
      parameters: { id: { description: "The access token's `id`", example: TOKEN_ID } },
      response: { schema: revokedToken, example: { id: TOKEN_ID, status: "revoked", revoked_at: AT } },
      errors: { not_found: "Your account has no such access token" },
    }),
    async (c) => c.json(await revokeAccessToken(c.var.ctx, { id: c.req.param("id") })),
  );
