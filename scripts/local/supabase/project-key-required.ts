import { createMiddleware } from "hono/factory";
import type { SupabaseContext } from "./context.ts";
import { roleOf } from "./project-keys.ts";

/** The project key, as required by the gateway in front of the hosted project's PostgREST. */
export const projectKeyRequired = (ctx: Pick<SupabaseContext, "keys">) =>
  createMiddleware(async (c, next) => {
    const key = c.req.header("apikey") ?? c.req.query("apikey");
    if (!key) return c.json({ message: "No API key found in request" }, 401);
    if (!roleOf(ctx.keys, key)) return c.json({ message: "Invalid API key" }, 401);
    await next();
  });
