import { createMiddleware } from "hono/factory";
import { DomainError } from "#core/domain/errors.ts";
import type { AccessClaims, Identity } from "#core/ports.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { bearerToken } from "#worker/http-headers.ts";
import { withinRate } from "#worker/request-rate.ts";
import type { OperatorEnv } from "../api-env.ts";
import { callerOf, TOKEN_MAX } from "./signed-in.ts";

/**
 * Requires a user that `OPERATORS` names, in a live session that is confirmed with a second factor; reads too. For
 * everyone else, and for an operator's ended session, the path doesn't exist: the response is that of an unknown path.
 */
export const operatorOnly = createMiddleware<OperatorEnv>(async (c, next) => {
  const { ctx, identity, limits, sessionChecks } = c.var;
  const { operators = new Map<string, string>() } = ctx;
  const token = bearerToken(c.req.header("authorization"));
  const claims = operators.size > 0 ? await claimsOf(identity, token) : null;
  const operator = claims === null ? undefined : operators.get(claims.userId);
  if (token === undefined || claims === null || operator === undefined) return c.notFound();
  await withinRate(limits.account, claims.userId);
  const caller = callerOf(claims, token);
  const alive = await sessionChecks.confirm(caller).catch(unlessUnauthorized);
  if (alive === null) return c.notFound();
  // Also for a user who has no second factor yet.
  if (caller.assurance !== "aal2")
    throw new DomainError("second_factor_required", "Confirm with your authenticator app first.");
  c.set("email", claims.email);
  c.set("ctx", {
    ...ctx,
    operator,
    operatorUserId: claims.userId,
    via: "desk",
    address: c.req.header("cf-connecting-ip") ?? null,
    refreshMeter: (accountId) => refreshMeter(ctx, accountId),
  });
  await next();
});

/** Null for a token that isn't valid, and while that can't be known: a failure would show that the path exists. */
async function claimsOf(identity: Identity, token: string | undefined): Promise<AccessClaims | null> {
  if (token === undefined || token.length > TOKEN_MAX) return null;
  return identity.verifyAccessToken(token).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

function unlessUnauthorized(error: unknown): null {
  if (error instanceof DomainError && error.code === "unauthorized") return null;
  throw error;
}
