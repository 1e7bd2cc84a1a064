import type { MeterPost } from "#core/services/gateway/sync-meter.ts";
import { Meter as DeployedMeter } from "#worker/gateway/meter/meter.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import type { AdmitRequest } from "#worker/gateway/metering.ts";
import type { Poster } from "./ending-poster.ts";

export { Poster } from "./ending-poster.ts";

const bothPosters = (posters: Cloudflare.Env["POSTER"]) => ({
  idFromName: (name: string) => name,
  get: (name: string) => ({
    async post(post: MeterPost) {
      const [first, again] = [posters.getByName(name), posters.getByName(`${name}:again`)];
      const both = await Promise.allSettled([first.post(post), again.post(post)]);
      const [response] = both.filter((one) => one.status === "fulfilled");
      if (response === undefined) throw new Error("Neither poster responded.");
      return response.value;
    },
  }),
});

interface DriverEnv extends Cloudflare.Env {
  /** `on`: each post reaches two posters at once, as if an account had two by mistake. */
  TWO_POSTERS?: string;
}

/** The deployed object, in a hurry, but with time for a restart of the runtime before an orphan is closed. */
export class Meter extends DeployedMeter {
  constructor(context: DurableObjectState, env: DriverEnv) {
    super(context, env.TWO_POSTERS === "on" ? { ...env, POSTER: bothPosters(env.POSTER) } : env);
  }

  protected override get timing() {
    return { flushMs: 300, orphanMs: 6_000, retryMs: 200 };
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

async function endPoster({ POSTER }: Cloudflare.Env): Promise<Response> {
  // The binding's class is this one.
  const poster = POSTER.getByName("poster::0") as unknown as Pick<Poster, "end">;
  // It throws, as every call that was under way does.
  await Promise.resolve(poster.end()).catch(() => {});
  return new Response();
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    const body = await request.json<Ask>();
    if (pathname === "/end-poster") return endPoster(env);
    if (pathname === "/serve") return serve(body, env);
    const meter = env.METER.getByName(body.route);
    return Response.json(pathname === "/refresh" ? await meter.refresh() : await meter.standing());
  },
} satisfies ExportedHandler<Cloudflare.Env>;
