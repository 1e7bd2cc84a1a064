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
import { checkedLikeReads, freshCodeOnly, signedIn } from "../middleware/signed-in.ts";
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
  .use(signedIn)
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
      description:
        "Only the response contains the full token. If the account uses two-factor authentication, the session must have been confirmed with a code in the last five minutes. The account's owner is notified.",
      body: { example: { name: TOKEN.name, scopes: TOKEN.scopes, expires_in_days: 90 } },
      response: {
        status: 201,
        schema: accessToken,
        example: { ...TOKEN, token: "lkp_8Qd4Hw5Nt7WmYc2KvNz5HbXj9GsPf3Lqx2Vb" },
      },
      errors: {
        invalid_name: "The name is blank, too long, or contains control characters",
        token_limit_reached: "The account already has 20 access tokens",
        fresh_code_required:
          "The account uses two-factor authentication, and the last code is older than five minutes",
      },
    }),
    freshCodeOnly(),
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
      checkedLikeReads: true,
      response: { schema: revokedTokens, example: { status: "revoked", revoked: 2 } },
    }),
    // Like revoking one.
    checkedLikeReads(),
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
      checkedLikeReads: true,
      parameters: { id: { description: "The access token's `id`", example: TOKEN_ID } },
      response: { schema: revokedToken, example: { id: TOKEN_ID, status: "revoked", revoked_at: AT } },
      errors: { not_found: "Your account has no such access token" },
    }),
    // The owner of a leaked token must be able to revoke it with any session.
    checkedLikeReads(),
    async (c) => c.json(await revokeAccessToken(c.var.ctx, { id: c.req.param("id") })),
  );
