import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "#server-build";
import type { WebEnv } from "./env.ts";
import { forward, isApiPath } from "./forward.ts";
import { getLoadContext } from "./load-context.ts";

const render = createRequestHandler(build, "production");

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (isApiPath(pathname)) return forward(request, env.API);
    // A file that is there never comes here; one of an older deployment must not become the dashboard's HTML.
    if (pathname.startsWith("/assets/")) return new Response(null, { status: 404 });
    const cloudflare = { cf: request.cf, ctx, caches, env };
    return render(request, getLoadContext({ request, context: { cloudflare: cloudflare as never } }));
  },
} satisfies ExportedHandler<WebEnv>;
