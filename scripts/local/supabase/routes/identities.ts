import { Hono } from "hono";
import type { SupabaseContext } from "../context.ts";
import { unlinkIdentity } from "../identities.ts";
import { beginRoundTrip } from "../oauth-round-trip.ts";
import { requireCaller } from "../request.ts";

/** Link and unlink the identities of the signed-in user. */
export function identityRoutes(ctx: SupabaseContext) {
  return new Hono()
    .get("/user/identities/authorize", async (c) => {
      const { userId } = await requireCaller(ctx, c);
      const url = beginRoundTrip(ctx, c.req.query(), userId);
      return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
    })
    .delete("/user/identities/:id", async (c) => {
      const { userId } = await requireCaller(ctx, c);
      await unlinkIdentity(ctx, userId, c.req.param("id"));
      return c.json({});
    });
}
