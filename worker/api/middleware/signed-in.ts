import { createMiddleware } from "hono/factory";
import { DomainError } from "#core/domain/errors.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { SignedInEnv } from "../api-env.ts";

/** Supabase tokens are about 1 KB; more than this is not one. */
const TOKEN_MAX = 8192;

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw new DomainError("unauthorized", "Please sign in.");
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header)?.[1];
  if (token === undefined || token.length > TOKEN_MAX) {
    throw new DomainError("unauthorized", "The Authorization header must be “Bearer” and an access token.");
  }
  return token;
}

/** Lets only a verified access token pass, and puts its account into the context. */
export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  const claims = await c.var.identity.verifyAccessToken(bearerToken(c.req.header("authorization")));
  c.set("ctx", { ...c.var.ctx, account: await ensureAccount(c.var.ctx, claims) });
  await next();
});
