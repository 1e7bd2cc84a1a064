import { forwardedTo } from "#worker/web/forward.ts";

interface DevBindings {
  API: Fetcher;
  GATEWAY: Fetcher;
}

/** With hot reload, Vite is in web's place. It sends its requests here, since `wrangler dev` serves only one worker. */
export default {
  fetch(request, env) {
    const forwarded = forwardedTo(new URL(request.url).pathname, env);
    return forwarded?.worker.fetch(request) ?? new Response(null, { status: 404 });
  },
} satisfies ExportedHandler<DevBindings>;
