import { Hono } from "hono";
import { z } from "zod";
import { withAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { AuthFailure } from "../errors.ts";
import { metadataField, passwordField, readBody, requireCaller } from "../request.ts";

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
      const auth = await ctx.lite.auth();
      switch (c.req.query("grant_type")) {
        case "password": {
          const { email, password } = await readBody(c, passwordGrant);
          const session = await auth.signInWithPassword(email, password);
          return c.json(await withAccessToken(ctx, session, "password"));
        }
        case "refresh_token": {
          const { refresh_token } = await readBody(c, refreshGrant);
          return c.json(await withAccessToken(ctx, await auth.refreshSession(refresh_token)));
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
