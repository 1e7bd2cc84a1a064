import { Hono } from "hono";
import { z } from "zod";
import { withAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { AuthFailure } from "../errors.ts";
import { exchangeCode } from "../pkce.ts";
import { renewSession } from "../renew-session.ts";
import { readBody, requireCaller } from "../request.ts";
import { signIn } from "../sign-in.ts";

const passwordGrant = z.object({ email: z.string().max(255), password: z.string().max(200) });
const refreshGrant = z.object({ refresh_token: z.string().max(255) });
const pkceGrant = z.object({ auth_code: z.string().max(255), code_verifier: z.string().max(255) });

/** Begin, renew and end a session. */
export function sessionRoutes(ctx: SupabaseContext) {
  return new Hono()
    .post("/token", async (c) => {
      switch (c.req.query("grant_type")) {
        case "password": {
          const { email, password } = await readBody(c, passwordGrant);
          return c.json(await withAccessToken(ctx, await signIn(ctx, email, password), "password"));
        }
        case "refresh_token": {
          const { refresh_token } = await readBody(c, refreshGrant);
          const renew = async () => withAccessToken(ctx, await renewSession(ctx, refresh_token));
          return c.json(await ctx.lite.inTurn(renew));
        }
        case "pkce": {
          const { auth_code, code_verifier } = await readBody(c, pkceGrant);
          const session = await exchangeCode(ctx, { authCode: auth_code, codeVerifier: code_verifier });
          return c.json(await withAccessToken(ctx, session, "oauth"));
        }
        default:
          throw new AuthFailure(400, "invalid_credentials", "unsupported_grant_type");
      }
    })
    .post("/logout", async (c) => {
      const { userId, sessionId } = await requireCaller(ctx, c);
      const auth = await ctx.lite.auth();
      await ctx.lite.inTurn(() => auth.signOut(sessionId, c.req.query("scope") || "global", userId));
      return c.body(null, 204);
    });
}
