import { createMiddleware } from "hono/factory";
import { DomainError } from "#core/domain/errors.ts";
import { findSession, findSessionEvenClosed } from "#core/services/accounts/ensure-account.ts";
import { noteSecondFactor } from "#core/services/identity/note-second-factor.ts";
import { noteSignIn } from "#core/services/notifications/note-sign-in.ts";
import type { SignedInEnv } from "../api-env.ts";
import { withinRate } from "./request-rate.ts";

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

const signedInAs = (find: typeof findSession) =>
  createMiddleware<SignedInEnv>(async (c, next) => {
    const token = bearerToken(c.req.header("authorization"));
    const claims = await c.var.identity.verifyAccessToken(token);
    const { assurance, sessionId } = claims;
    await withinRate(c.var.limits.account, claims.userId);
    const { account, sessionSeen, secondFactor } = await find(c.var.ctx, claims);
    const ctx = { ...c.var.ctx, account, caller: { token, assurance, sessionId } };
    if (sessionId !== null && !sessionSeen) await noteSignIn(ctx, sessionId);
    if (secondFactor !== null) await noteSecondFactor(ctx, secondFactor);
    c.set("ctx", ctx);
    await next();
  });

/** Lets only a verified access token of an open account pass, and puts who calls into the context. */
export const signedIn = signedInAs(findSession);

/** For what a closed account may still ask: to be deleted. */
export const signedInEvenClosed = signedInAs(findSessionEvenClosed);
