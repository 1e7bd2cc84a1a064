import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import type { RequestLimit } from "#core/ports.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";
import { createGateway } from "#worker/api/gateway/create-gateway.ts";
import { Meter as DeployedMeter } from "#worker/api/gateway/meter/meter.ts";
import { createMetering, metersOf } from "#worker/api/gateway/meter/meters.ts";

/** The deployed object, which tells libSQL sooner. */
export class Meter extends DeployedMeter {
  protected override get timing() {
    return { flushMs: 300, orphanMs: 120_000, retryMs: 200 };
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
  createApi({
    openDatabase: () => openDatabase({ url: env.LIBSQL_URL }),
    identity: { verifyAccessToken: () => Promise.reject(new Error("Nobody signs in here.")) },
    directory: noDirectory,
    payments: noPayments,
    metering: createMetering(env.METER),
    limits: { ...noLimits, address: addressLimit(env.ADDRESS_MAX) },
    clock: { now: () => Date.now() },
    keySecrets: { pepper: Uint8Array.from(JSON.parse(env.PEPPER)), sealing: new Uint8Array(32) },
    appOrigin: "http://latchkey.test",
    gateway: createGateway({
      meterOf: metersOf(env.METER),
      prices: { get: async () => priceList(env.PRICES) },
      upstream: { url: env.UPSTREAM_URL, apiKey: null },
    }),
  });
let api: ReturnType<typeof compose> | undefined;

/** The production app with the real objects; `/standing` shows a test what an account's object knows. */
export default {
  async fetch(request, env, context) {
    api ??= compose(env);
    const { pathname } = new URL(request.url);
    if (pathname !== "/standing" && pathname !== "/refresh") return api.fetch(request, env, context);
    const { route } = await request.json<{ route: string }>();
    const meter = env.METER.getByName(route);
    return Response.json(pathname === "/refresh" ? await meter.refresh() : await meter.standing());
  },
} satisfies ExportedHandler<RealEnv>;
