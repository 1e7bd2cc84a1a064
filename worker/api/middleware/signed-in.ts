import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { claimsToBeAccessToken } from "#core/domain/access-token.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { AccessClaims } from "#core/ports.ts";
import {
  findSession,
  findSessionEvenClosed,
  hasClosedAccount,
} from "#core/services/accounts/ensure-account.ts";
import type { CheckedUser, SessionCaller, TokenOwner } from "#core/services/identity/session-checks.ts";
import { noteSignIn, noteSignInState } from "#core/services/sessions/note-session.ts";
import { bearerToken } from "#worker/http-headers.ts";
import { withinRate } from "#worker/request-rate.ts";
import type { SignedInEnv } from "../api-env.ts";
import { enterWithToken } from "./access-token.ts";

/** Supabase tokens have about 1 KB. */
export const TOKEN_MAX = 8192;

/** A session's token (a JWT) or a personal access token. */
function presentedToken(header: string | undefined): string {
  if (header === undefined) throw new DomainError("unauthorized", "Please sign in.");
  const token = bearerToken(header);
  if (token !== undefined && claimsToBeAccessToken(token)) return token;
  if (token === undefined || token.length > TOKEN_MAX || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) {
    throw new DomainError("unauthorized", "The Authorization header must be “Bearer” and an access token.");
  }
  return token;
}

type ReadRules = (c: Context, caller: SessionCaller | TokenOwner) => boolean;
const readRules = new WeakMap<object, ReadRules>();

/** Marks a change that, like a read, needs no second factor and passes while the provider is unreachable. */
export function checkedLikeReads(applies: ReadRules = () => true) {
  const marker = createMiddleware<SignedInEnv>((_c, next) => next());
  readRules.set(marker, applies);
  return marker;
}

export const isCheckedLikeReads = (handler: object): boolean => readRules.has(handler);

const firstFactorMarkers = new WeakSet<object>();

const freshCodeMarkers = new WeakSet<object>();

/** Marks a change that needs a live session, but not its second factor: it stands in for that. */
export function firstFactorOnly() {
  const marker = createMiddleware<SignedInEnv>((_c, next) => next());
  firstFactorMarkers.add(marker);
  return marker;
}

export const isFirstFactorOnly = (handler: object): boolean => firstFactorMarkers.has(handler);

const READS = new Set(["GET", "HEAD"]);

/** Marks a change that outlasts the session, so that the second factor must have been confirmed a moment ago. */
export function freshCodeOnly() {
  const marker = createMiddleware<SignedInEnv>((_c, next) => next());
  freshCodeMarkers.add(marker);
  return marker;
}

const readRulesApply = (c: Context, caller: SessionCaller | TokenOwner) =>
  READS.has(c.req.method) ||
  matchedRoutes(c).some(({ handler }) => readRules.get(handler)?.(c, caller) === true);

async function checkSession(c: Context<SignedInEnv>, caller: SessionCaller): Promise<CheckedUser | null> {
  const { sessionChecks } = c.var;
  const marked = (markers: WeakSet<object>) => matchedRoutes(c).some(({ handler }) => markers.has(handler));
  if (marked(firstFactorMarkers)) return sessionChecks.alive(caller);
  if (marked(freshCodeMarkers)) return sessionChecks.confirmAnew(caller);
  if (!readRulesApply(c, caller)) return sessionChecks.confirm(caller);
  return sessionChecks.recent(caller, (check) => c.executionCtx.waitUntil(check));
}

interface Entry {
  find: typeof findSession;
  check: (c: Context<SignedInEnv>, caller: SessionCaller) => Promise<CheckedUser | null>;
}

const signedInAs = ({ find, check }: Entry) =>
  createMiddleware<SignedInEnv>(async (c, next) => {
    const token = presentedToken(c.req.header("authorization"));
    if (claimsToBeAccessToken(token)) {
      const isRead = (owner: TokenOwner) => readRulesApply(c, owner);
      c.set("ctx", await enterWithToken(c, token, isRead));
      return next();
    }
    const claims = await c.var.identity.verifyAccessToken(token);
    await withinRate(c.var.limits.account, claims.userId);
    // Before any write: an ended session leaves no trace.
    const user = await check(c, callerOf(claims, token));
    const { account, sessionSeen, signInState } = await find(c.var.ctx, claims);
    const { assurance, sessionId } = claims;
    const ctx = { ...c.var.ctx, account, caller: { token, assurance, sessionId } };
    if (!sessionSeen) await noteSignIn(ctx, sessionId);
    if (user !== null && signInState !== null) await noteSignInState(ctx, signInState, user);
    c.set("ctx", ctx);
    await next();
  });

export const callerOf = (
  { userId, assurance, sessionId, confirmedAt }: AccessClaims,
  token: string,
): SessionCaller => ({ userId, assurance, sessionId, confirmedAt, token });

/**
 * Requires an open account, and a session's token or, on some routes, a personal access token. Anything but GET and HEAD also needs a session that is alive and, if the user has a
 * second factor, confirmed with it.
 */
export const signedIn = signedInAs({ find: findSession, check: checkSession });

/**
 * For the deletion of an account: once it is closed, its session is not checked, as the provider's user may be gone.
 */
export const signedInEvenClosed = signedInAs({
  find: findSessionEvenClosed,
  check: async (c, caller) => ((await hasClosedAccount(c.var.ctx, caller)) ? null : checkSession(c, caller)),
});
