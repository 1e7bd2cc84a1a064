import { openDatabase } from "#core/storage/database.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { fixedPrices } from "#tests/support/prices.ts";
import { createGatewayApp } from "#worker/gateway/app.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { Meter, Poster } from "./meter-driver.ts";

export { Meter, Poster };

interface DriverEnv extends Cloudflare.Env {
  PEPPER: string;
  UPSTREAM_URL: string;
}

const compose = (env: DriverEnv) =>
  createGatewayApp({
    openDatabase: () => openDatabase({ url: "http://no-database.test" }),
    metering: noMetering,
    limits: noLimits,
    clock: { now: () => Date.now() },
    keySecrets: { pepper: Uint8Array.from(JSON.parse(env.PEPPER)), sealing: new Uint8Array(32) },
    gateway: createGateway({
      meterOf: metersOf(env.METER),
      prices: fixedPrices(),
      upstream: { url: env.UPSTREAM_URL, apiKey: null },
    }),
  });
let gateway: ReturnType<typeof compose> | undefined;

/** The whole gateway, as deployed, with the real objects; `/standing` shows a test what an account's object knows. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    gateway ??= compose(env);
    if (pathname !== "/standing") return gateway.fetch(request, env, context);
    const { route } = await request.json<{ route: string }>();
    return Response.json(await env.METER.getByName(route).standing());
  },
} satisfies ExportedHandler<DriverEnv>;
