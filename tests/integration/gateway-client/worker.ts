import { parsePriceTable } from "#core/contract/price-table.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";
import { createGateway } from "#worker/api/gateway/create-gateway.ts";
import { Meter as DeployedMeter } from "#worker/api/gateway/meter/meter.ts";
import { createMetering, metersOf } from "#worker/api/gateway/meter/meters.ts";

/** The deployed object, in a hurry to tell libSQL. */
export class Meter extends DeployedMeter {
  protected override get timing() {
    return { ...super.timing, flushMs: 300 };
  }
}

interface TestEnv extends Cloudflare.Env {
  LIBSQL_URL: string;
  UPSTREAM_URL: string;
  UPSTREAM_API_KEY: string;
  MODEL_PRICES: string;
  PATIENCE_MS: number;
}

const compose = (env: TestEnv) =>
  createApi({
    openDatabase: () => openDatabase({ url: env.LIBSQL_URL }),
    identity: { verifyAccessToken: () => Promise.reject(new Error("Nobody signs in here.")) },
    directory: noDirectory,
    payments: noPayments,
    metering: createMetering(env.METER),
    limits: noLimits,
    clock: { now: () => Date.now() },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    appOrigin: "http://latchkey.test",
    gateway: createGateway({
      meterOf: metersOf(env.METER),
      prices: parsePriceTable(env.MODEL_PRICES),
      upstream: {
        url: env.UPSTREAM_URL,
        apiKey: env.UPSTREAM_API_KEY,
        firstByteMs: env.PATIENCE_MS,
        idleMs: env.PATIENCE_MS,
      },
    }),
  });
let api: ReturnType<typeof compose> | undefined;

/** The production app with real meters; `/standing/<route>` shows a test what an account's meter holds. */
export default {
  async fetch(request, env, context) {
    const route = /^\/standing\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    if (route !== undefined) return Response.json(await env.METER.getByName(route).standing());
    api ??= compose(env);
    return api.fetch(request, env, context);
  },
} satisfies ExportedHandler<TestEnv>;
