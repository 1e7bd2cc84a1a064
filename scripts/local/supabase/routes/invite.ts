import { Hono } from "hono";
import type { AuthEnv, SupabaseContext } from "../context.ts";

/** Invite by mail; the secret key only. */
export function inviteRoutes(_ctx: SupabaseContext) {
  return new Hono<AuthEnv>();
}
