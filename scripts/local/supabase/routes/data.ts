import { Hono } from "hono";
import { SignJWT } from "jose";
import { verifyAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { DataFailure, invalidJwt } from "../data-errors.ts";
import { AuthFailure } from "../errors.ts";
import { projectKeyRequired } from "../project-key-required.ts";
import { roleOf } from "../project-keys.ts";

const INTERNAL_TOKEN_LIFE = "1 minute";

/** PostgREST, as Lite serves it; a user's token is exchanged for one that Lite can read. */
export function dataRoutes(ctx: SupabaseContext) {
  return new Hono().use(projectKeyRequired(ctx)).all("/:table", async (c) => {
    const table = c.req.param("table");
    if (!(await ctx.lite.hasTable(table))) return unknownTable(table).toResponse();
    const headers = new Headers(c.req.raw.headers);
    headers.delete("Authorization");
    const bearer = /^Bearer (\S+)$/.exec(c.req.header("Authorization") ?? "")?.[1];
    if (bearer && !roleOf(ctx.keys, bearer)) {
      const internal = await internalToken(ctx, bearer);
      if (!internal) return invalidJwt().toResponse();
      headers.set("Authorization", `Bearer ${internal}`);
    }
    const response = await ctx.lite.fetch(new Request(c.req.raw, { headers }));
    response.headers.delete("Access-Control-Allow-Origin");
    return response;
  });
}

const unknownTable = (name: string) =>
  new DataFailure(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`);

async function internalToken(ctx: SupabaseContext, token: string): Promise<string | null> {
  try {
    const claims = await verifyAccessToken(ctx, token);
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setExpirationTime(INTERNAL_TOKEN_LIFE)
      .sign(new TextEncoder().encode(ctx.lite.internalSecret));
  } catch (error) {
    if (error instanceof AuthFailure) return null;
    throw error;
  }
}
