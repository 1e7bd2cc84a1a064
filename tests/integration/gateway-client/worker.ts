import { readPrices } from "#core/services/prices/read-prices.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { createGatewayApp } from "#worker/gateway/app.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { CurrentPrices } from "#worker/gateway/current-prices.ts";
import { Meter as DeployedMeter } from "#worker/gateway/meter/meter.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";

export { Poster } from "#worker/gateway/poster/poster.ts";

/** The deployed object, which posts to libSQL sooner. */
export class Meter extends DeployedMeter {
  protected override get timing() {
    return { ...super.timing, flushMs: 300 };
  }
}

interface TestEnv extends Cloudflare.Env {
  LIBSQL_URL: string;
  UPSTREAM_URL: string;
  UPSTREAM_API_KEY: string;
  PATIENCE_MS: number;
}

const compose = (env: TestEnv) => {
  const openTestDatabase = () => openDatabase({ url: env.LIBSQL_URL });
  const now = () => Date.now();
  return createGatewayApp({
    openDatabase: openTestDatabase,
    metering: createMetering(env.METER),
    limits: noLimits,
    clock: { now },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    gateway: createGateway({
      meterOf: metersOf(env.METER),
      prices: new CurrentPrices({ read: (at, known) => readPrices(openTestDatabase(), at, known), now }),
      upstream: {
        url: env.UPSTREAM_URL,
        apiKey: env.UPSTREAM_API_KEY,
        firstByteMs: env.PATIENCE_MS,
        idleMs: env.PATIENCE_MS,
      },
    }),
  });
};
let gateway: ReturnType<typeof compose> | undefined;

/** The production app with real meters and prices; `/standing/NAME` shows a test what a meter holds. */
export default {
  async fetch(request, env, context) {
    const name = /^\/standing\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    if (name !== undefined) return Response.json(await env.METER.getByName(name).standing());
    gateway ??= compose(env);
    return gateway.fetch(request, env, context);
  },
} satisfies ExportedHandler<TestEnv>;
