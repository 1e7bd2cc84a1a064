import { createMiddleware } from "hono/factory";
import { DomainError } from "#core/domain/errors.ts";
import { ensureAccount, ensureAccountEvenClosed } from "#core/services/accounts/ensure-account.ts";
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

type FindAccount = typeof ensureAccount;

const signedInAs = (findAccount: FindAccount) =>
  createMiddleware<SignedInEnv>(async (c, next) => {
    const token = bearerToken(c.req.header("authorization"));
    const claims = await c.var.identity.verifyAccessToken(token);
    const { assurance, sessionId } = claims;
    const account = await findAccount(c.var.ctx, claims);
    c.set("ctx", { ...c.var.ctx, account, caller: { token, assurance, sessionId } });
    await next();
  });

/** Lets only a verified access token of an open account pass, and puts who calls into the context. */
export const signedIn = signedInAs(ensureAccount);

/** For what a closed account may still ask: to be deleted. */
export const signedInEvenClosed = signedInAs(ensureAccountEvenClosed);
