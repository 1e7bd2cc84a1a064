import type { Context } from "hono";
import { DomainError } from "#core/domain/errors.ts";
import type { AccessClaims, Identity } from "#core/ports.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { requireOperatorSession } from "#core/services/operator/operator-session.ts";
import { clientAddress } from "#worker/client-address.ts";
import { bearerToken } from "#worker/http-headers.ts";
import { withinRate } from "#worker/request-rate.ts";
import type { OperatorEnv } from "../api-env.ts";
import { accountNamed, type Route } from "./named-in-request.ts";
import { callerOf, TOKEN_MAX } from "./signed-in.ts";

/**
 * Requires a user that `OPERATORS` names, in a live session that is confirmed with a second factor and neither idle nor
 * old; reads too. @returns false for everyone else, and for an operator's ended session: the path doesn't exist for them.
 */
export async function enterOperator(c: Context<OperatorEnv>, route: Route): Promise<boolean> {
  const { access } = route;
  const { ctx, identity, limits, sessionChecks } = c.var;
  const { operators = new Map<string, string>() } = ctx;
  const token = bearerToken(c.req.header("authorization"));
  const claims = operators.size > 0 ? await claimsOf(identity, token) : null;
  const operator = claims === null ? undefined : operators.get(claims.userId);
  if (token === undefined || claims === null || operator === undefined) return false;
  await withinRate(limits.account, claims.userId);
  const caller = callerOf(claims, token);
  const alive = await sessionChecks.confirm(caller).catch(unlessUnauthorized);
  if (alive === null) return false;
  // Also for a user who has no second factor yet.
  if (caller.assurance !== "aal2")
    throw new DomainError("second_factor_required", "Confirm with your authenticator app first.");
  const use = { keeps: !access.repeated, accountName: accountNamed(c, route) };
  const namedAccounts = await requireOperatorSession(ctx, claims, use);
  if (access.presence !== "none") sessionChecks.requirePresence(caller, alive);
  c.set("email", claims.email);
  c.set("ctx", {
    ...ctx,
    operator,
    operatorUserId: claims.userId,
    via: "desk",
    address: clientAddress(c.req.raw.headers),
    namedAccounts,
    refreshMeter: (meterName) => refreshMeter(ctx, meterName),
  });
  return true;
}

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
