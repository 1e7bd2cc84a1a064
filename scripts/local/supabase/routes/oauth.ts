import { Hono } from "hono";
import type { SupabaseContext } from "../context.ts";

/** Sign-in through Google and GitHub: the browser's round trip. Reached by navigation, so without a project key. */
export function oauthRoutes(_ctx: SupabaseContext) {
  return new Hono();
}
