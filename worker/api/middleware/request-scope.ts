import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { countryFrom } from "#core/domain/country-name.ts";
import type { RequestPlace } from "#core/services/context.ts";
import { WriteProbe } from "#core/services/health/check-health.ts";
import { SessionChecks } from "#core/services/identity/session-checks.ts";
import type { Database } from "#core/storage/database.ts";
import { logRequest } from "#worker/log.ts";
import type { ApiDependencies, RequestEnv } from "../api-env.ts";

const CITY_MAX = 80;

type Outside = Omit<ApiDependencies, "identity" | "limits" | "openDatabase"> & { writeProbe: WriteProbe };

interface IncomingRequest {
  request: Request;
  requestId: string;
}

/** Opens the database and reads the place only on demand: most gateway requests need neither. */
function scopeOf(
  outside: Outside,
  open: ApiDependencies["openDatabase"],
  { request, requestId }: IncomingRequest,
) {
  let db: Database | undefined;
  return {
    ...outside,
    requestId,
    get place() {
      return requestPlace(request);
    },
    get db() {
      db ??= open();
      return db;
    },
  };
}

/** A thrown error is logged elsewhere with its causes; an upstream provider may be slow. */
function logResponse(c: Context, times: { requestId: string; startedAt: number; now: number }): void {
  const { status } = c.res;
  if (c.error || (status < 500 && c.req.path.startsWith("/v1"))) return;
  logRequest({ worker: "api", method: c.req.method, route: routePath(c, -1), status, ...times });
}

/** The request's id is web's or a new one, never the client's, which could imitate another's in the audit log. */
export const requestScope = ({ identity, limits, openDatabase, ...dependencies }: ApiDependencies) => {
  const sessionChecks = new SessionChecks(dependencies);
  const outside = { ...dependencies, writeProbe: new WriteProbe() };
  return createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = c.env?.requestId ?? crypto.randomUUID();
    const startedAt = outside.clock.now();
    c.set("identity", identity);
    c.set("limits", limits);
    c.set("sessionChecks", sessionChecks);
    c.set("ctx", scopeOf(outside, openDatabase, { request: c.req.raw, requestId }));
    // Set before there is a response: a header set later makes Hono copy the response.
    c.header("x-request-id", requestId);
    c.header("cache-control", "no-store");
    await next();
    logResponse(c, { requestId, startedAt, now: outside.clock.now() });
  });
};

/** Country and city come from the platform; headers could be the client's own. */
function requestPlace(request: Request): RequestPlace {
  const { country, city } = request.cf ?? {};
  return {
    country: countryFrom(country),
    city: typeof city === "string" ? city.slice(0, CITY_MAX) : null,
    userAgent: request.headers.get("user-agent"),
  };
}
