import { createRequestHandler } from "@remix-run/cloudflare";
import { BUILD_HEADER } from "#core/contract/build-header.ts";
import * as build from "#server-build";
import { VERSION_PATH, versionResponse } from "#worker/build-info.ts";
import { newRequestId } from "#worker/http-headers.ts";
import { logRequest, routeName } from "#worker/log.ts";
import type { WebEnv } from "./env.ts";
import { forward, forwardedTo } from "./forward.ts";
import { createPageCache, fixedPaths } from "./kept-pages.ts";
import { getLoadContext, reportPage } from "./load-context.ts";
import { finished } from "./security-headers.ts";
import { startTrace, tracedResponse } from "./web-trace.ts";

const render = createRequestHandler(build, "production");
const kept = createPageCache(fixedPaths(build.routes));

type Fetched = Parameters<ExportedHandlerFetchHandler<WebEnv>>;

/** Some errors, such as a wrong configuration, happen before there is a page to show them on. */
async function pageOrFailure(fetched: Fetched, requestId: string): Promise<Response> {
  try {
    return await pageOf(fetched, requestId);
  } catch (error) {
    reportPage(requestId, error);
    return new Response("This page cannot be shown. Please try again shortly.", { status: 500 });
  }
}

async function pageOf([request, env, ctx]: Fetched, requestId: string): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === VERSION_PATH) return versionResponse();
  // Existing files never get here; a missing one must not return the dashboard's HTML.
  if (pathname.startsWith("/assets/")) return new Response(null, { status: 404 });
  const cloudflare = { cf: request.cf, ctx, caches, env };
  const context = getLoadContext({ request, context: { cloudflare: cloudflare as never }, requestId });
  return kept(request, context.nonce, () => render(request, context));
}

function withBuild(response: Response): Response {
  const marked = new Response(response.body, response);
  marked.headers.set(BUILD_HEADER, build.assets.version);
  return marked;
}

export default {
  async fetch(...fetched) {
    const [request, env, ctx] = fetched;
    const [startedAt, requestId] = [Date.now(), newRequestId()];
    const { pathname } = new URL(request.url);
    const forwarded = forwardedTo(pathname, env);
    const trace = forwarded && startTrace(env, request, requestId);
    const response =
      forwarded === null || trace === null
        ? finished(await pageOrFailure(fetched, requestId), requestId)
        : await forward(request, forwarded.worker, { requestId, trace: trace.outgoing() });
    const { status } = response;
    const route = forwarded?.route ?? routeName(pathname);
    const ids = { requestId, traceId: trace?.traceId };
    const line = { worker: "web", ...ids, method: request.method, route, status, startedAt } as const;
    // An upstream provider may be slow.
    if (route !== "/v1" || status >= 500) logRequest({ ...line, now: Date.now() });
    const sent = route === "/v1" ? response : withBuild(response);
    return trace === null ? sent : tracedResponse(sent, { trace, route, ctx });
  },
} satisfies ExportedHandler<WebEnv>;
