import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { withinAddressRate } from "#worker/request-rate.ts";
import { accessOf } from "../access.ts";
import type { OperatorEnv, RequestEnv, SignedInEnv } from "../api-env.ts";
import { bodySize } from "./body-size.ts";
import type { Route } from "./named-in-request.ts";
import { enterOperator } from "./operator.ts";
import { enter } from "./signed-in.ts";

/**
 * Admits a request to its route by the route's row in `ACCESS`, before anything of its body is read. A path that doesn't
 * exist is left to the response for those, whatever else the request has.
 */
export const guard = createMiddleware<RequestEnv>(async (c, next) => {
  await withinAddressRate(c.var.limits.address, c.req.raw);
  const route = routeOf(c);
  if (route === null) return next();
  const { credential, bodyMax } = route.access;
  if (credential === "session") await enter(c as unknown as Context<SignedInEnv>, route);
  if (credential === "operator" && !(await enterOperator(c as unknown as Context<OperatorEnv>, route)))
    return c.notFound();
  return bodySize(bodyMax)(c, next);
});

/** The route that will respond, which is the first match; null if none matches. */
function routeOf(c: Context): Route | null {
  const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
  if (route === undefined) return null;
  const { method, path } = route;
  const access = accessOf(method, path);
  if (access === null) throw new Error(`No access is declared for ${method} ${path}.`);
  return { access, path };
}
