import { Hono } from "hono";
import type { SupabaseContext } from "../context.ts";

/** Link and unlink the identities of the signed-in user. */
export function identityRoutes(_ctx: SupabaseContext) {
  return new Hono();
}
