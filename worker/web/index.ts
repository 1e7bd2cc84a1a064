import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "#server-build";
import type { WebEnv } from "./env.ts";
import { getLoadContext } from "./load-context.ts";

const render = createRequestHandler(build, "production");
const API_PATH = /^\/(api|v1)(\/|$)/;

export default {
  async fetch(request, env, ctx) {
    // One origin for the browser: the api worker answers its paths over the service binding.
    if (API_PATH.test(new URL(request.url).pathname)) return env.API.fetch(request);
    const cloudflare = { cf: request.cf, ctx, caches, env };
    return render(request, getLoadContext({ request, context: { cloudflare: cloudflare as never } }));
  },
} satisfies ExportedHandler<WebEnv>;
