import { Hono } from "hono";
import { z } from "zod";
import type { SupabaseContext } from "../context.ts";
import { metadataField, passwordField, readBody, requireCaller } from "../request.ts";
import { viewUser } from "../user-view.ts";

const userChanges = z.object({
  password: passwordField.optional(),
  data: metadataField.optional(),
  email: z.undefined("Changing the email address is not available on this server").optional(),
});

/** Read and change the user a session belongs to. */
export function userRoutes(ctx: SupabaseContext) {
  return new Hono()
    .get("/user", async (c) => {
      const { userId } = await requireCaller(ctx, c);
      return c.json(await viewUser(ctx, userId));
    })
    .put("/user", async (c) => {
      const { userId, sessionId } = await requireCaller(ctx, c);
      const { password, data } = await readBody(c, userChanges);
      const auth = await ctx.lite.auth();
      await auth.updateUser(userId, {
        ...(password === undefined ? {} : { password }),
        ...(data === undefined ? {} : { data }),
      });
      if (password !== undefined) await auth.signOut(sessionId, "others", userId);
      return c.json(await viewUser(ctx, userId));
    });
}
