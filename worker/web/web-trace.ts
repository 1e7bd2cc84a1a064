import { describeError, logEvent } from "#worker/log.ts";
import { watchedResponse } from "#worker/response-end.ts";
import { type RequestTrace, type Tracing, tracingOf, UNTRACED } from "#worker/tracing.ts";
import { readTracing, type WebEnv } from "./env.ts";

let tracing: Tracing | undefined;

/** The trace of a request that is forwarded to api. A wrong configuration is logged, and nothing is traced. */
export function startTrace(env: WebEnv, { method, headers }: Request, requestId: string): RequestTrace {
  tracing ??= configuredTracing(env);
  return tracing.start({ method, headers, requestId });
}

function configuredTracing(env: WebEnv): Tracing {
  try {
    return tracingOf("web", readTracing(env));
  } catch (error) {
    logEvent("error", { event: "tracing_misconfigured", worker: "web", causes: describeError(error) });
    return UNTRACED;
  }
}

interface Sent {
  trace: RequestTrace;
  route: string;
  ctx: Pick<ExecutionContext, "waitUntil">;
}

export function tracedResponse(sent: Response, { trace, route, ctx }: Sent): Response {
  if (!trace.isRecorded) return sent;
  const { response, ended } = watchedResponse(sent);
  const { status } = sent;
  ctx.waitUntil(ended.then(() => trace.export({ status, route })));
  return response;
}
