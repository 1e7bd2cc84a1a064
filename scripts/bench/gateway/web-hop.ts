import { newRequestId } from "#worker/http-headers.ts";
import { forward } from "#worker/web/forward.ts";

/** A request to `/v1` on its way through latchkey-web, without the pages. */
export default {
  fetch: (request, env) => forward(request, env.GATEWAY, { requestId: newRequestId() }),
} satisfies ExportedHandler<{ GATEWAY: Fetcher }>;
