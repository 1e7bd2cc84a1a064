import { DomainError } from "#core/domain/errors.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { USUAL_RULES } from "#core/domain/gateway/read-model-request.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { createGatewayApp } from "#worker/gateway/app.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { MeterDouble } from "./meter-double.ts";

interface TestEnv {
  UPSTREAM_URL: string;
  UPSTREAM_API_KEY: string;
  /** JSON of `ModelPrice`s; null while no price list could be read. */
  PRICES: string;
  UNKNOWN_FIELDS: "refuse" | "drop";
  ATTRIBUTION: boolean;
  BODY_MS: number;
  GRACE_MS: number;
  FIRST_BYTE_MS: number;
  IDLE_MS: number;
  EXCHANGE_MS: number;
  ABANDONED_MS: number;
  PROGRESS_MS: number;
}

const PRICES_FROM = Date.UTC(2026, 0, 1);
const meters = new Map<string, MeterDouble>();
function meterOf(name: string): MeterDouble {
  const meter = meters.get(name) ?? new MeterDouble();
  meters.set(name, meter);
  return meter;
}

function priceList(json: string) {
  const prices: ModelPrice[] | null = JSON.parse(json);
  if (prices === null) throw new DomainError("service_unavailable", "No price list could be read.");
  return { id: 1, from: PRICES_FROM, models: new Map(prices.map((price) => [price.model, price])) };
}

const OPEN = ["GET", "DELETE", "POST"].map((method) => `${method} /voices/voice-1`);

const compose = (env: TestEnv) =>
  createGatewayApp({
    openDatabase: () => openDatabase({ url: "http://no-database.test" }),
    metering: noMetering,
    limits: noLimits,
    clock: { now: () => Date.now() },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    gateway: createGateway({
      meterOf,
      prices: { get: async () => priceList(env.PRICES) },
      settings: {
        rules: { ...USUAL_RULES, unknownFields: env.UNKNOWN_FIELDS, attribution: env.ATTRIBUTION },
        bodyMs: env.BODY_MS,
        graceMs: env.GRACE_MS,
      },
      upstream: {
        url: env.UPSTREAM_URL,
        apiKey: env.UPSTREAM_API_KEY,
        openPaths: new Set(OPEN),
        firstByteMs: env.FIRST_BYTE_MS,
        idleMs: env.IDLE_MS,
        exchangeMs: env.EXCHANGE_MS,
        abandonedMs: env.ABANDONED_MS,
        progressMs: { first: env.PROGRESS_MS, next: env.PROGRESS_MS },
      },
    }),
  });
let gateway: ReturnType<typeof compose> | undefined;

/** The production app in workerd; `/meters` and `/meters/NAME` show a test the meters, and set a meter's response. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    gateway ??= compose(env);
    if (pathname === "/meters") return Response.json([...meters.values()]);
    const name = /^\/meters\/(\w+)$/.exec(pathname)?.[1];
    if (name === undefined) return gateway.fetch(request, env, context);
    const meter = meterOf(name);
    if (request.method === "PUT") meter.response = await request.json();
    return Response.json(meter);
  },
} satisfies ExportedHandler<TestEnv>;
