import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import type { RequestLimit } from "#core/ports.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { createGatewayApp } from "#worker/gateway/app.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { Meter as DeployedMeter } from "#worker/gateway/meter/meter.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";

export { Poster } from "#worker/gateway/poster/poster.ts";

/** The deployed object, which tells libSQL sooner. */
export class Meter extends DeployedMeter {
  protected override get timing() {
    return { ...super.timing, flushMs: 300, orphanMs: 120_000, retryMs: 200 };
  }
}

interface RealEnv extends Cloudflare.Env {
  LIBSQL_URL: string;
  PEPPER: string;
  UPSTREAM_URL: string;
  /** JSON of `ModelPrice`s. */
  PRICES: string;
  /** Most requests of one address whose keys are not known yet. */
  ADDRESS_MAX: number;
}

const counts = new Map<string, number>();
const addressLimit = (most: number): RequestLimit => ({
  async limit({ key }) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { success: count <= most };
  },
});

function priceList(json: string) {
  const prices: ModelPrice[] = JSON.parse(json);
  return { id: 1, from: 0, models: new Map(prices.map((price) => [price.model, price])) };
}

const compose = (env: RealEnv) =>
  createGatewayApp({
    openDatabase: () => openDatabase({ url: env.LIBSQL_URL }),
    metering: createMetering(env.METER),
    limits: { address: addressLimit(env.ADDRESS_MAX) },
    clock: { now: () => Date.now() },
    keySecrets: { pepper: Uint8Array.from(JSON.parse(env.PEPPER)), sealing: new Uint8Array(32) },
    gateway: createGateway({
      meterOf: metersOf(env.METER),
      prices: { get: async () => priceList(env.PRICES) },
      upstream: { url: env.UPSTREAM_URL, apiKey: null },
    }),
  });
let gateway: ReturnType<typeof compose> | undefined;

/** The production app with the real objects; `/standing` shows a test what an account's object knows. */
export default {
  async fetch(request, env, context) {
    gateway ??= compose(env);
    const { pathname } = new URL(request.url);
    if (pathname !== "/standing" && pathname !== "/refresh") return gateway.fetch(request, env, context);
    const { route } = await request.json<{ route: string }>();
    const meter = env.METER.getByName(route);
    return Response.json(pathname === "/refresh" ? await meter.refresh() : await meter.standing());
  },
} satisfies ExportedHandler<RealEnv>;
