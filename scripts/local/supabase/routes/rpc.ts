import { type Context, Hono } from "hono";
import { z } from "zod";
import { identifyCaller } from "../access-token.ts";
import type { Caller, SupabaseContext } from "../context.ts";
import { DataFailure, invalidJwt } from "../data-errors.ts";
import { AuthFailure } from "../errors.ts";
import { factorsOf } from "../factors.ts";
import { projectKeyRequired } from "../project-key-required.ts";
import { roleOf } from "../project-keys.ts";
import { activeSessions, endOwnSession } from "../session-list.ts";

/** The functions of `supabase/migrations` that the hosted project's PostgREST serves. */
export function rpcRoutes(ctx: SupabaseContext) {
  return new Hono()
    .use(projectKeyRequired(ctx))
    .post("/active_sessions", async (c) => {
      const { userId } = await requireDataCaller(ctx, c, "active_sessions");
      return c.json(await activeSessions(ctx, userId));
    })
    .post("/end_session", async (c) => {
      const caller = await requireDataCaller(ctx, c, "end_session");
      const sessionId = await readSessionId(c);
      requireSecondFactor(ctx, caller, sessionId);
      return c.json(await endOwnSession(ctx, caller.userId, sessionId));
    })
    .onError((error) => {
      if (error instanceof DataFailure) return error.toResponse();
      throw error;
    });
}

/** Only `authenticated` may call these functions; the project's keys have other roles. */
async function requireDataCaller(ctx: SupabaseContext, c: Context, name: string): Promise<Caller> {
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const role = bearer ? roleOf(ctx.keys, bearer) : "publishable";
  if (!bearer || role)
    throw new DataFailure(role === "secret" ? 403 : 401, "42501", `permission denied for function ${name}`);
  try {
    return await identifyCaller(ctx, bearer);
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    throw error.code === "bad_jwt" ? invalidJwt() : new DataFailure(401, "PT401", "The session has ended.");
  }
}

/** Ending another session requires a confirmed second factor, if the user has one. */
function requireSecondFactor(ctx: SupabaseContext, caller: Caller, sessionId: string | null): void {
  const enrolled = factorsOf(ctx.store, caller.userId).some(({ status }) => status === "verified");
  if (!enrolled || caller.assurance === "aal2" || sessionId === caller.sessionId) return;
  throw new DataFailure(403, "PT403", "Confirm with your authenticator app first.");
}

const endSessionArguments = z.object({ session_id: z.string().max(64).nullable() });

async function readSessionId(c: Context): Promise<string | null> {
  const body: unknown = await c.req.json().catch(() => {
    throw new DataFailure(400, "PGRST102", "Empty or invalid json");
  });
  const parsed = endSessionArguments.safeParse(body);
  if (!parsed.success)
    throw new DataFailure(
      404,
      "PGRST202",
      "Could not find the function public.end_session in the schema cache",
    );
  const { session_id } = parsed.data;
  if (session_id !== null && !z.guid().safeParse(session_id).success)
    throw new DataFailure(400, "22P02", `invalid input syntax for type uuid: "${session_id}"`);
  return session_id;
}
