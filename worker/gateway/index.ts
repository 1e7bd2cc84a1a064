import { WorkerEntrypoint } from "cloudflare:workers";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import type { Clock } from "#core/ports.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { keySecretsOf, requestRulesOf } from "#worker/env-schema.ts";
import { newRequestId, requestIdFrom } from "#worker/http-headers.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { tracingOf } from "#worker/tracing.ts";
import { createGatewayApp, type GatewayApp } from "./app.ts";
import type { GatewayBindings } from "./bindings.ts";
import { createGateway } from "./create-gateway.ts";
import { CurrentPrices } from "./current-prices.ts";
import { type GatewayVariables, parseGatewayEnv } from "./env.ts";
import { metersOf } from "./meter/meters.ts";

export { Meter } from "./meter/meter.ts";
export { Poster } from "./poster/poster.ts";

const clock: Clock = { now: () => Date.now() };

function compose(env: GatewayVariables, { METER, ADDRESS_RATE }: GatewayBindings): GatewayApp {
  const database = () => openDatabase({ url: env.LIBSQL_URL, authToken: env.LIBSQL_AUTH_TOKEN });
  return createGatewayApp({
    openDatabase: database,
    metering: createMetering(METER),
    gateway: createGateway({
      meterOf: metersOf(METER),
      prices: new CurrentPrices({ read: (now, known) => readPrices(database(), now, known), now: clock.now }),
      settings: { rules: requestRulesOf(env) },
      upstream: {
        url: env.UPSTREAM_URL,
        apiKey: env.UPSTREAM_API_KEY ?? null,
        openPaths: env.UPSTREAM_OPEN_PATHS,
      },
    }),
    clock,
    limits: { address: ADDRESS_RATE },
    keySecrets: keySecretsOf(env),
    tracing: tracingOf("gateway", env),
  });
}

/** Once per isolate, at its first request: a wrong configuration fails requests, not deployments. */
let gateway: GatewayApp | undefined;

function gatewayOf(env: GatewayBindings): GatewayApp {
  gateway ??= compose(parseGatewayEnv(env), env);
  return gateway;
}

/** Requests from the internet. */
export default {
  async fetch(request, env, executionContext) {
    try {
      return await gatewayOf(env).fetch(request, {}, executionContext);
    } catch (error) {
      return failedToStart(error);
    }
  },
} satisfies ExportedHandler<GatewayBindings>;

/** Web would respond like this in place of the gateway. */
function failedToStart(error: unknown): Response {
  const requestId = newRequestId();
  logEvent("error", {
    event: "gateway_failed",
    worker: "gateway",
    request_id: requestId,
    causes: describeError(error),
  });
  const { message, status, type } = GATEWAY_ERRORS.internal_error;
  const failure = { code: "internal_error", type, message, status, param: null, requestId };
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json(errorBody("openai", failure), { status, headers });
}

/** Requests from latchkey-web, which has given each of them an id. */
export class FromWeb extends WorkerEntrypoint<GatewayBindings> {
  override fetch(request: Request): Response | Promise<Response> {
    const requestId = requestIdFrom(request.headers);
    return gatewayOf(this.env).fetch(request, { requestId }, this.ctx);
  }
}
