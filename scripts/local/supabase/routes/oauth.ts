import { type Context, Hono } from "hono";
import type { SupabaseContext } from "../context.ts";
import { beginRoundTrip, finishRoundTrip } from "../oauth-round-trip.ts";

/** Sign-in through Google and GitHub: the browser's round trip. Reached by navigation, so without a project key. */
export function oauthRoutes(ctx: SupabaseContext) {
  return new Hono()
    .get("/authorize", (c) => sendTo(c, beginRoundTrip(ctx, c.req.query())))
    .get("/callback", async (c) => sendTo(c, await finishRoundTrip(ctx, c.req.query())));
}

/** State and code are in these addresses: neither kept in a cache nor told to the next page. */
function sendTo(c: Context, address: string): Response {
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  return c.redirect(address, 302);
}
