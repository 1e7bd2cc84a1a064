import { Hono } from "hono";
import type { SupabaseContext } from "../context.ts";

/** Enrol, challenge, verify and remove a second factor. */
export function factorRoutes(_ctx: SupabaseContext) {
  return new Hono();
}
