import { Hono } from "hono";
import type { SupabaseContext } from "../context.ts";

/** The functions of `supabase/migrations` that the hosted project's PostgREST serves. */
export function rpcRoutes(_ctx: SupabaseContext) {
  return new Hono();
}
