import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { WriteProbe } from "#core/services/health/check-health.ts";
import { SessionChecks } from "#core/services/identity/session-checks.ts";
import type { Database } from "#core/storage/database.ts";
import { logRequest } from "#worker/log.ts";
import { requestIdFrom } from "#worker/request-id.ts";
import type { ApiDependencies, RequestEnv } from "../api-env.ts";
import { placeOf } from "../request-place.ts";

type Outside = Omit<ApiDependencies, "identity" | "limits" | "openDatabase"> & { writeProbe: WriteProbe };

interface Asked {
  request: Request;
  requestId: string;
}

/** What costs something is there only for who asks for it: most requests of the gateway do not. */
function scopeOf(outside: Outside, open: ApiDependencies["openDatabase"], { request, requestId }: Asked) {
  let db: Database | undefined;
  return {
    ...outside,
    requestId,
    get place() {
      return placeOf(request);
    },
    get db() {
      db ??= open();
      return db;
    },
  };
}

/** What was thrown has a line of its own, with its causes; an AI service takes as long as it takes. */
function logUntold(c: Context, times: { requestId: string; startedAt: number; now: number }): void {
  const { status } = c.res;
  if (c.error || (status < 500 && c.req.path.startsWith("/v1"))) return;
  logRequest({ worker: "api", method: c.req.method, route: routePath(c, -1), status, ...times });
}

/**
 * Gives each request its id and its context. The id is always ours, drawn by web or here: a client's own could
 * collide with or imitate another's in the audit log.
 */
export const requestScope = ({ identity, limits, openDatabase, ...dependencies }: ApiDependencies) => {
  const sessionChecks = new SessionChecks(dependencies);
  const outside = { ...dependencies, writeProbe: new WriteProbe() };
  return createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = requestIdFrom(c.req.raw.headers);
    const startedAt = outside.clock.now();
    c.set("identity", identity);
    c.set("limits", limits);
    c.set("sessionChecks", sessionChecks);
    c.set("ctx", scopeOf(outside, openDatabase, { request: c.req.raw, requestId }));
    // Before there is an answer: on one that is there, each header would have it made anew.
    c.header("x-request-id", requestId);
    c.header("cache-control", "no-store");
    await next();
    logUntold(c, { requestId, startedAt, now: outside.clock.now() });
  });
};
