import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { DomainError } from "#core/domain/errors.ts";
import type { AccessClaims, LiveUser } from "#core/ports.ts";
import {
  findSession,
  findSessionEvenClosed,
  hasClosedAccount,
} from "#core/services/accounts/ensure-account.ts";
import { noteSecondFactor } from "#core/services/identity/note-second-factor.ts";
import type { SessionCaller } from "#core/services/identity/session-checks.ts";
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

/** Whether this request of the route may go by the rules for reads. */
type ReadRules = (c: Context, caller: SessionCaller) => boolean;
const readRules = new WeakMap<object, ReadRules>();

/**
 * Named at a route, it makes an exception from the rule for changes: they need no second factor, and go on while the
 * identity provider is unreachable, as reads do.
 */
export function checkedLikeReads(applies: ReadRules = () => true) {
  const marker = createMiddleware<SignedInEnv>((_c, next) => next());
  readRules.set(marker, applies);
  return marker;
}

export const isCheckedLikeReads = (handler: object): boolean => readRules.has(handler);

const READS = new Set(["GET", "HEAD"]);

const readRulesApply = (c: Context, caller: SessionCaller) =>
  READS.has(c.req.method) ||
  matchedRoutes(c).some(({ handler }) => readRules.get(handler)?.(c, caller) === true);

async function checkSession(c: Context<SignedInEnv>, caller: SessionCaller): Promise<LiveUser | null> {
  const { sessionChecks } = c.var;
  if (!readRulesApply(c, caller)) return sessionChecks.confirm(caller);
  return sessionChecks.recent(caller, (check) => c.executionCtx.waitUntil(check));
}

interface Entry {
  find: typeof findSession;
  check: (c: Context<SignedInEnv>, caller: SessionCaller) => Promise<LiveUser | null>;
}

const signedInAs = ({ find, check }: Entry) =>
  createMiddleware<SignedInEnv>(async (c, next) => {
    const token = bearerToken(c.req.header("authorization"));
    const claims = await c.var.identity.verifyAccessToken(token);
    await withinRate(c.var.limits.account, claims.userId);
    // Before anything is written: an ended session leaves no trace, not even a newer email.
    const user = await check(c, callerOf(claims, token));
    const { account, sessionSeen, secondFactor } = await find(c.var.ctx, claims);
    const { assurance, sessionId } = claims;
    const ctx = { ...c.var.ctx, account, caller: { token, assurance, sessionId } };
    if (!sessionSeen) await noteSignIn(ctx, sessionId);
    if (user !== null && secondFactor !== null) await noteSecondFactor(ctx, secondFactor, user);
    c.set("ctx", ctx);
    await next();
  });

const callerOf = ({ userId, assurance, sessionId }: AccessClaims, token: string): SessionCaller => ({
  userId,
  assurance,
  sessionId,
  token,
});

/**
 * Lets only a verified access token of an open account pass, and puts the caller into the context. Every request that
 * is neither GET nor HEAD needs a session that is alive at the provider and, if its user has a second factor, was
 * confirmed with it.
 */
export const signedIn = signedInAs({ find: findSession, check: checkSession });

/**
 * For the deletion of an account that may be closed already: then its session is not checked, because the request only
 * finishes what was confirmed before, and the provider's user may be gone.
 */
export const signedInEvenClosed = signedInAs({
  find: findSessionEvenClosed,
  check: async (c, caller) => ((await hasClosedAccount(c.var.ctx, caller)) ? null : checkSession(c, caller)),
});
