import { parsePriceTable } from "#core/contract/price-table.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";
import { createGateway } from "#worker/api/gateway/create-gateway.ts";
import { MeterDouble } from "./meter-double.ts";

interface TestEnv {
  UPSTREAM_URL: string;
  UPSTREAM_API_KEY: string;
  MODEL_PRICES: string;
  FIRST_BYTE_MS: number;
  IDLE_MS: number;
  EXCHANGE_MS: number;
  PROGRESS_MS: number;
}

const meters = new Map<string, MeterDouble>();
function meterOf(route: string): MeterDouble {
  const meter = meters.get(route) ?? new MeterDouble();
  meters.set(route, meter);
  return meter;
}

const compose = (env: TestEnv) =>
  createApi({
    openDatabase: () => openDatabase({ url: "http://no-database.test" }),
    identity: { verifyAccessToken: () => Promise.reject(new Error("Nobody signs in here.")) },
    directory: noDirectory,
    payments: noPayments,
    metering: noMetering,
    limits: noLimits,
    clock: { now: () => Date.now() },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    appOrigin: "http://latchkey.test",
    gateway: createGateway({
      meterOf,
      prices: parsePriceTable(env.MODEL_PRICES),
      upstream: {
        url: env.UPSTREAM_URL,
        apiKey: env.UPSTREAM_API_KEY,
        openPaths: new Set(["GET", "DELETE", "POST"].map((method) => `${method} /voices/voice-1`)),
        firstByteMs: env.FIRST_BYTE_MS,
        idleMs: env.IDLE_MS,
        exchangeMs: env.EXCHANGE_MS,
        abandonedMs: 2 * env.IDLE_MS,
        progressMs: { first: env.PROGRESS_MS, next: env.PROGRESS_MS },
      },
    }),
  });
let api: ReturnType<typeof compose> | undefined;

/** The production app in workerd; `/meter/<route>` shows a test its meter, and sets what that answers. */
export default {
  async fetch(request, env, context) {
    const route = /^\/meter\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    api ??= compose(env);
    if (route === undefined) return api.fetch(request, env, context);
    const meter = meterOf(route);
    if (request.method === "PUT") meter.answer = await request.json();
    const { admissions, settlements, reports } = meter;
    return Response.json({ admissions, settlements, reports });
  },
} satisfies ExportedHandler<TestEnv>;
