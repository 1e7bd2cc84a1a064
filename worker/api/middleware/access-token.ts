import type { Context } from "hono";
import type { TokenScope } from "#core/domain/access-token.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { CallerContext } from "#core/services/context.ts";
import {
  authenticateToken,
  requireTokenForm,
  type TokenHolder,
} from "#core/services/tokens/authenticate-token.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { withinRate } from "#worker/request-rate.ts";
import type { SignedInContext, SignedInEnv } from "../api-env.ts";
import { keyNamed, type Route } from "./named-in-request.ts";

/**
 * Admits a request with a personal access token: to a route that takes them, with its scope, for an owner who could
 * still sign in. The route is checked before the database is asked.
 */
export async function enterWithToken(
  c: Context<SignedInEnv>,
  text: string,
  route: Route,
): Promise<SignedInContext> {
  requireTokenForm(text);
  const { scope, live } = route.access;
  if (scope === null) throw tokenNotAllowed();
  const holder = await authenticateToken(c.var.ctx, text, keyNamed(c, route));
  const { account, namedKey, scopes, name } = holder;
  await withinRate(c.var.limits.account, account.userId);
  if (!scopes.includes(scope)) throw lacks(scope);
  const owner = { userId: account.userId };
  const { sessionChecks } = c.var;
  if (live) await sessionChecks.alive(owner);
  else await sessionChecks.recent(owner, (check) => c.executionCtx.waitUntil(check));
  noteUse(c, holder);
  return { ...c.var.ctx, account, namedKey, accessToken: { name } };
}

const tokenNotAllowed = () =>
  new DomainError(
    "token_not_allowed",
    "Access tokens can't be used for this operation. Sign in to the dashboard instead.",
  );

/** For a route that acts with the session itself. @throws DomainError `token_not_allowed` without a session. */
export function withSession(ctx: SignedInContext): SignedInContext & CallerContext {
  const { caller } = ctx;
  if (caller === undefined) throw tokenNotAllowed();
  return { ...ctx, caller };
}

const lacks = (scope: TokenScope) =>
  new DomainError("insufficient_scope", `This access token doesn't have the scope ${scope}.`);

/** Beside the response: a request must not fail because its time can't be stored. */
function noteUse(c: Context<SignedInEnv>, { noteUse: note }: TokenHolder): void {
  if (note === null) return;
  const { requestId } = c.var.ctx;
  const noted = note().catch((error: unknown) =>
    logEvent("error", {
      event: "token_use_not_stored",
      worker: "api",
      request_id: requestId,
      causes: describeError(error),
    }),
  );
  c.executionCtx.waitUntil(noted);
}
