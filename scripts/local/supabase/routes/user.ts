import { Hono } from "hono";
import { z } from "zod";
import { changeUser } from "../change-user.ts";
import type { Caller, SupabaseContext } from "../context.ts";
import { userNotFound } from "../errors.ts";
import type { LiteUser } from "../lite-internals.ts";
import { mailReauthentication } from "../reauthentication.ts";
import { redirectTarget } from "../redirects.ts";
import { emailField, metadataField, passwordField, readBody, requireCaller } from "../request.ts";
import { viewUser } from "../user-view.ts";

const userChanges = z.object({
  email: emailField.optional(),
  password: passwordField.optional(),
  current_password: z.string().max(200).optional(),
  nonce: z.string().max(255).optional(),
  data: metadataField.optional(),
});

/** Read and change the user a session belongs to. */
export function userRoutes(ctx: SupabaseContext) {
  return new Hono()
    .get("/user", async (c) => {
      const { userId } = await requireCaller(ctx, c);
      return c.json(await viewUser(ctx, userId));
    })
    .put("/user", async (c) => {
      const caller = await requireCaller(ctx, c);
      const { current_password: currentPassword, ...change } = await readBody(c, userChanges);
      const redirectTo = await redirectTarget(ctx, c);
      await changeUser(ctx, caller, await findUser(ctx, caller), {
        ...change,
        currentPassword,
        redirectTo,
      });
      return c.json(await viewUser(ctx, caller.userId));
    })
    .get("/reauthenticate", async (c) => {
      const caller = await requireCaller(ctx, c);
      await mailReauthentication(ctx, await findUser(ctx, caller));
      return c.json({});
    });
}

async function findUser({ lite }: SupabaseContext, { userId }: Caller): Promise<LiteUser> {
  const user = await (await lite.auth()).repo.findUserById(userId);
  if (!user) throw userNotFound();
  return user;
}
