import type { Context } from "hono";
import { claimsToBeAccessToken } from "#core/domain/access-token.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { AccessClaims } from "#core/ports.ts";
import {
  findSession,
  findSessionEvenClosed,
  type KnownSignInState,
  readBeginning,
} from "#core/services/accounts/ensure-account.ts";
import type { CheckedUser, SessionCaller } from "#core/services/identity/session-checks.ts";
import { noteSignIn, noteSignInState } from "#core/services/sessions/note-session.ts";
import { requireSettled } from "#core/services/sessions/require-settled.ts";
import { bearerToken } from "#worker/http-headers.ts";
import { withinRate } from "#worker/request-rate.ts";
import type { Access } from "../access.ts";
import type { SignedInEnv } from "../api-env.ts";
import { enterWithToken } from "./access-token.ts";
import { keyNamed, type Route } from "./named-in-request.ts";

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

/** Sets the context of an open account, for a session's token or, on some routes, a personal access token. */
export async function enter(c: Context<SignedInEnv>, route: Route): Promise<void> {
  const { access } = route;
  const token = presentedToken(c.req.header("authorization"));
  if (claimsToBeAccessToken(token)) {
    c.set("ctx", await enterWithToken(c, token, route));
    return;
  }
  const claims = await c.var.identity.verifyAccessToken(token);
  await withinRate(c.var.limits.account, claims.userId);
  const caller = callerOf(claims, token);
  const rules = access.ownSession && namesItself(c, caller) ? OF_ITSELF : access;
  const read = () => readBeginning(c.var.ctx, claims, keyNamed(c, route));
  const early = access.evenClosed ? await read() : null;
  const isClosed = early !== null && early.known !== null && early.known.closedAt !== null;
  // Before any write: an ended session leaves no trace.
  const user = isClosed ? null : await checkSession(c, caller, rules);
  const { known, namedKey } = early ?? (await read());
  const find = access.evenClosed ? findSessionEvenClosed : findSession;
  const { account, sessionSeen, signInState } = await find(c.var.ctx, claims, known);
  if (rules.secondFactor && user === null && signInState !== null)
    await confirmAsKnown(c, caller, signInState);
  const { assurance, sessionId } = claims;
  const ctx = { ...c.var.ctx, account, namedKey, caller: { token, assurance, sessionId } };
  if (!sessionSeen) await noteSignIn(ctx, sessionId);
  if (user !== null && signInState !== null) await noteSignInState(ctx, signInState, user);
  if (access.presence === "settled" && signInState !== null) requireSettled(ctx, signInState, user);
  c.set("ctx", ctx);
}

type Rules = Pick<Access, "live" | "secondFactor" | "presence">;

const OF_ITSELF: Rules = { live: false, secondFactor: false, presence: "none" };

const namesItself = (c: Context, { sessionId }: SessionCaller) =>
  c.req.path.endsWith(`/sessions/${sessionId}`);

async function checkSession(
  c: Context<SignedInEnv>,
  caller: SessionCaller,
  { live, secondFactor, presence }: Rules,
): Promise<CheckedUser | null> {
  const { sessionChecks } = c.var;
  if (!live) {
    const user = await sessionChecks.recent(caller, (check) => c.executionCtx.waitUntil(check));
    if (secondFactor && user !== null) sessionChecks.requireSecondFactor(caller, user);
    return user;
  }
  const user = await (secondFactor ? sessionChecks.confirm(caller) : sessionChecks.alive(caller));
  if (presence !== "none") sessionChecks.requirePresence(caller, user);
  return user;
}

/** A read whose session was checked before, or can't be: the provider decides if there was a second factor. */
async function confirmAsKnown(
  { var: { sessionChecks } }: Context<SignedInEnv>,
  caller: SessionCaller,
  stored: KnownSignInState,
): Promise<void> {
  const secondFactor = sessionChecks.knownSecondFactor(caller) ?? stored.secondFactor;
  if (secondFactor && caller.assurance !== "aal2") await sessionChecks.confirm(caller);
}

export const callerOf = (
  { userId, assurance, sessionId, confirmedAt, provenAt }: AccessClaims,
  token: string,
): SessionCaller => ({ userId, assurance, sessionId, confirmedAt, provenAt, token });
