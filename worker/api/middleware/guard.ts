import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { withinAddressRate } from "#worker/request-rate.ts";
import { type Access, accessOf } from "../access.ts";
import type { OperatorEnv, RequestEnv, SignedInEnv } from "../api-env.ts";
import { bodySize } from "./body-size.ts";
import { enterDesk } from "./desk.ts";
import { enter } from "./signed-in.ts";

/**
 * Admits a request to its route by the route's row in `ACCESS`, before anything of its body is read. A path that doesn't
 * exist is left to the response for those, whatever else the request has.
 */
export const guard = createMiddleware<RequestEnv>(async (c, next) => {
  await withinAddressRate(c.var.limits.address, c.req.raw);
  const access = accessOfRequest(c);
  if (access === null) return next();
  if (access.credential === "session") await enter(c as unknown as Context<SignedInEnv>, access);
  if (access.credential === "desk" && !(await enterDesk(c as unknown as Context<OperatorEnv>, access)))
    return c.notFound();
  return bodySize(access.bodyMax)(c, next);
});

/** The row of the route that will respond, which is the first match; null if no route matches. */
function accessOfRequest(c: Context): Access | null {
  const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
  if (route === undefined) return null;
  const access = accessOf(route.method, route.path);
  if (access === null) throw new Error(`No access is declared for ${route.method} ${route.path}.`);
  return access;
}
