import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { WriteProbe } from "#core/services/health/check-health.ts";
import { SessionChecks } from "#core/services/identity/session-checks.ts";
import { MetricsCache } from "#core/services/metrics/report-metrics.ts";
import { PriceLists } from "#core/services/playground/estimate-request.ts";
import type { Database } from "#core/storage/database.ts";
import { newRequestId } from "#worker/http-headers.ts";
import { logRequest } from "#worker/log.ts";
import { requestPlace } from "#worker/request-place.ts";
import { watchedResponse } from "#worker/response-end.ts";
import { UNTRACED } from "#worker/tracing.ts";
import type { ApiDependencies, RequestContext, RequestEnv } from "../api-env.ts";

/** Makes the contexts of requests, which open the database and read the place only on demand. */
export function contextFactory({
  identity,
  limits,
  openDatabase,
  tracing,
  ...dependencies
}: ApiDependencies) {
  const outside = {
    ...dependencies,
    writeProbe: new WriteProbe(),
    metricsCache: new MetricsCache(),
    priceLists: new PriceLists(),
  };
  return ({ request, requestId }: { request: Request; requestId: string }): RequestContext => {
    let db: Database | undefined;
    return {
      ...outside,
      requestId,
      get place() {
        return requestPlace(request);
      },
      get db() {
        db ??= openDatabase();
        return db;
      },
    };
  };
}

/** Web's id, or a new one; never the client's, which could imitate another's in the audit log. */
const requestIdOf = (env: RequestEnv["Bindings"] | undefined): string => env?.requestId ?? newRequestId();

/** A thrown error is logged elsewhere with its causes. */
function logResponse(c: Context<RequestEnv>, times: { startedAt: number; now: number }): void {
  if (c.error) return;
  const { requestId } = c.var.ctx;
  const { traceId } = c.var.trace;
  const request = { requestId, traceId, method: c.req.method, route: routePath(c, -1) };
  logRequest({ worker: "api", ...request, status: c.res.status, ...times });
}

/** The trace of a request that is recorded goes out once its response is sent. */
function traceResponse(c: Context<RequestEnv>): void {
  const { trace } = c.var;
  if (!trace.isRecorded) return;
  const { response, ended } = watchedResponse(c.res);
  const { status } = response;
  c.res = response;
  const route = routePath(c, -1);
  c.executionCtx.waitUntil(ended.then(() => trace.export({ status, route })));
}

export const requestScope = (
  { identity, limits, clock, directory, tracing = UNTRACED }: ApiDependencies,
  contextOf: ReturnType<typeof contextFactory>,
) => {
  const sessionChecks = new SessionChecks({ clock, directory });
  return createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = requestIdOf(c.env);
    const startedAt = clock.now();
    c.set("identity", identity);
    c.set("limits", limits);
    c.set("sessionChecks", sessionChecks);
    c.set("trace", tracing.start({ method: c.req.method, headers: c.req.raw.headers, requestId }));
    c.set("ctx", contextOf({ request: c.req.raw, requestId }));
    // Set before there is a response: a header set later makes Hono copy the response.
    c.header("x-request-id", requestId);
    c.header("cache-control", "no-store");
    await next();
    logResponse(c, { startedAt, now: clock.now() });
    traceResponse(c);
  });
};
