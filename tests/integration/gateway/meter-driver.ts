import { Meter as DeployedMeter } from "#worker/gateway/meter/meter.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import type { AdmitRequest } from "#worker/gateway/metering.ts";
import type { Manner, Poster } from "./ending-poster.ts";

export { Poster } from "./ending-poster.ts";

/** The deployed object, in a hurry, but with time for a restart of the runtime before an orphan is closed. */
export class Meter extends DeployedMeter {
  protected override get timing() {
    return { flushMs: 300, orphanMs: 6_000, retryMs: 200, posterMs: 1_000 };
  }
}

interface Ask {
  route: string;
  request: AdmitRequest;
  costMicros: number;
  /** `never`: as when the edge stops. */
  settle: "before" | "never";
}

/** A gateway without HTTP: one admission, one settlement, one response. */
async function serve(
  { route, request, costMicros, settle }: Ask,
  { METER }: Cloudflare.Env,
): Promise<Response> {
  const meter = metersOf(METER)(route);
  const response = await meter.admit(request, []);
  const { requestId } = request;
  const result = { requestId, statusCode: 200, responseTimeMs: 5, costMicros, tokensIn: 1, tokensOut: 2 };
  if (response.admitted && settle === "before") await meter.settle([result]);
  return Response.json(response);
}

async function askPoster(
  path: string,
  { manner }: { manner: Manner },
  { POSTER }: Cloudflare.Env,
): Promise<Response> {
  // The binding's class is this one.
  const poster = POSTER.getByName("poster::0") as unknown as DurableObjectStub<Poster>;
  if (path === "/poster/posts") return Response.json(await poster.posts());
  if (path === "/poster/behave") await poster.behave(manner);
  // It throws, as every call that was under way does.
  else await Promise.resolve(poster.end()).catch(() => {});
  return new Response();
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    const body = await request.json<Ask & { manner: Manner }>();
    if (pathname.startsWith("/poster/")) return askPoster(pathname, body, env);
    if (pathname === "/serve") return serve(body, env);
    const meter = env.METER.getByName(body.route);
    return Response.json(pathname === "/refresh" ? await meter.refresh() : await meter.standing());
  },
} satisfies ExportedHandler<Cloudflare.Env>;
