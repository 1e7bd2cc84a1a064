import { FromWeb as Deployed } from "#worker/gateway/index.ts";

export { default, Meter, Poster } from "#worker/gateway/index.ts";

/**
 * The gateway for wrangler's test harness, which reads the request bodies that a default export leaves unread, but not
 * those of other entry points. For an unread one workerd closes the connection, and the harness's next request fails.
 */
export class FromWeb extends Deployed {
  override async fetch(request: Request): Promise<Response> {
    const response = await super.fetch(request);
    if (!request.bodyUsed) await request.body?.pipeTo(new WritableStream());
    return response;
  }
}
