import { Hono } from "hono";
import { z } from "zod";
import type { AuthEnv, SupabaseContext } from "../context.ts";
import { emailExists, notAdmin } from "../errors.ts";
import { mailToken } from "../one-time-token.ts";
import { redirectTarget } from "../redirects.ts";
import { emailField, metadataField, readBody } from "../request.ts";
import { viewUser } from "../user-view.ts";
import { findOrCreateUser } from "../users.ts";

const invitation = z.object({ email: emailField, data: metadataField.nullish() });

/** Invite by mail; the secret key only. */
export function inviteRoutes(ctx: SupabaseContext) {
  return new Hono<AuthEnv>().post("/invite", async (c) => {
    if (c.var.role !== "secret") throw notAdmin();
    const { email, data } = await readBody(c, invitation);
    const newUser = { email, passwordHash: null, confirmed: false, userMetadata: data ?? {} };
    const { user } = await findOrCreateUser(ctx, newUser);
    if (user.confirmed_at) throw emailExists();
    await mailToken(ctx, user, "invite", await redirectTarget(ctx, c));
    return c.json(await viewUser(ctx, user.id));
  });
}
