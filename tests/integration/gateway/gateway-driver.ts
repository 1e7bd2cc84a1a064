import { openDatabase } from "#core/storage/database.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { fixedPrices } from "#tests/support/prices.ts";
import { createApi } from "#worker/api/app.ts";
import { createGateway } from "#worker/api/gateway/create-gateway.ts";
import { metersOf } from "#worker/api/gateway/meter/meters.ts";
import { Meter } from "./meter-driver.ts";

export { Meter };

interface DriverEnv extends Cloudflare.Env {
  PEPPER: string;
  UPSTREAM_URL: string;
}

const compose = (env: DriverEnv) =>
  createApi({
    openDatabase: () => openDatabase({ url: "http://no-database.test" }),
    identity: { verifyAccessToken: () => Promise.reject(new Error("Nobody signs in here.")) },
    directory: noDirectory,
    payments: noPayments,
    metering: noMetering,
    limits: noLimits,
    clock: { now: () => Date.now() },
    keySecrets: { pepper: Uint8Array.from(JSON.parse(env.PEPPER)), sealing: new Uint8Array(32) },
    appOrigin: "http://latchkey.test",
    gateway: createGateway({
      meterOf: metersOf(env.METER),
      prices: fixedPrices(),
      upstream: { url: env.UPSTREAM_URL, apiKey: null },
    }),
  });
let api: ReturnType<typeof compose> | undefined;

/** The whole gateway, as deployed, with the real objects; `/standing` shows a test what an account's object knows. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    api ??= compose(env);
    if (pathname !== "/standing") return api.fetch(request, env, context);
    const { route } = await request.json<{ route: string }>();
    return Response.json(await env.METER.getByName(route).standing());
  },
} satisfies ExportedHandler<DriverEnv>;
