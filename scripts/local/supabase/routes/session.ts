import { Hono } from "hono";
import { z } from "zod";
import { withAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { AuthFailure } from "../errors.ts";
import type { LiteSession } from "../lite-internals.ts";
import { metadataField, passwordField, readBody, requireCaller } from "../request.ts";
import { isPasswordOf } from "../users.ts";

const passwordGrant = z.object({ email: z.string().max(255), password: z.string().max(200) });
const refreshGrant = z.object({ refresh_token: z.string().max(255) });
const userChanges = z.object({
  password: passwordField.optional(),
  data: metadataField.optional(),
  email: z.undefined("Changing the email address is not available on this server").optional(),
});

/** Begin, renew and end a session, and read or change the user it belongs to. */
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
          const session = await (await ctx.lite.auth()).refreshSession(refresh_token);
          return c.json(await withAccessToken(ctx, session));
        }
        default:
          throw new AuthFailure(400, "invalid_credentials", "unsupported_grant_type");
      }
    })
    .get("/user", async (c) => {
      const { userId } = await requireCaller(ctx, c);
      return c.json(await (await ctx.lite.auth()).getUser(userId));
    })
    .put("/user", async (c) => {
      const { userId, sessionId } = await requireCaller(ctx, c);
      const { password, data } = await readBody(c, userChanges);
      const auth = await ctx.lite.auth();
      const user = await auth.updateUser(userId, {
        ...(password === undefined ? {} : { password }),
        ...(data === undefined ? {} : { data }),
      });
      if (password !== undefined) await auth.signOut(sessionId, "others", userId);
      return c.json(user);
    })
    .post("/logout", async (c) => {
      const { userId, sessionId } = await requireCaller(ctx, c);
      await (await ctx.lite.auth()).signOut(sessionId, c.req.query("scope") ?? "global", userId);
      return c.body(null, 204);
    });
}

async function signIn(ctx: SupabaseContext, email: string, password: string): Promise<LiteSession> {
  const auth = await ctx.lite.auth();
  const user = await auth.repo.findUserByEmail(email);
  // Lite answers for an unconfirmed or unknown address before it looks at the password, which tells who signed up.
  if (!user?.confirmed_at && !(await isPasswordOf(user, password)))
    throw new AuthFailure(400, "invalid_credentials", "Invalid login credentials");
  return auth.signInWithPassword(email, password);
}
