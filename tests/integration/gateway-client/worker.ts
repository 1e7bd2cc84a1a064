import { readPrices } from "#core/services/prices/read-prices.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";
import { createGateway } from "#worker/api/gateway/create-gateway.ts";
import { CurrentPrices } from "#worker/api/gateway/current-prices.ts";
import { Meter as DeployedMeter } from "#worker/api/gateway/meter/meter.ts";
import { createMetering, metersOf } from "#worker/api/gateway/meter/meters.ts";

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
  return createApi({
    openDatabase: openTestDatabase,
    identity: { verifyAccessToken: () => Promise.reject(new Error("Nobody signs in here.")) },
    directory: noDirectory,
    payments: noPayments,
    metering: createMetering(env.METER),
    limits: noLimits,
    clock: { now },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    appOrigin: "http://latchkey.test",
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
let api: ReturnType<typeof compose> | undefined;

/** The production app with real meters and prices; `/standing/NAME` shows a test what a meter holds. */
export default {
  async fetch(request, env, context) {
    const name = /^\/standing\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    if (name !== undefined) return Response.json(await env.METER.getByName(name).standing());
    api ??= compose(env);
    return api.fetch(request, env, context);
  },
} satisfies ExportedHandler<TestEnv>;
