import { WorkerEntrypoint } from "cloudflare:workers";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import type { Clock } from "#core/ports.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { createSupabaseDirectory } from "#worker/adapters/supabase-directory.ts";
import { createSupabaseIdentity } from "#worker/adapters/supabase-identity.ts";
import { keySecretsOf } from "#worker/env-schema.ts";
import { newRequestId, requestIdFrom } from "#worker/http-headers.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { tracingOf } from "#worker/tracing.ts";
import { type ApiApp, createApi } from "./app.ts";
import { type ApiEnv, parseApiEnv } from "./env.ts";
import { createGateway } from "./gateway/create-gateway.ts";
import { CurrentPrices } from "./gateway/current-prices.ts";
import { createMetering, metersOf } from "./gateway/meter/meters.ts";

export { Meter } from "./gateway/meter/meter.ts";

const clock: Clock = { now: () => Date.now() };

function compose(env: ApiEnv, { METER, ACCOUNT_RATE, ADDRESS_RATE }: Cloudflare.Env): ApiApp {
  const database = () => openDatabase({ url: env.LIBSQL_URL, authToken: env.LIBSQL_AUTH_TOKEN });
  return createApi({
    openDatabase: database,
    identity: createSupabaseIdentity({
      supabaseUrl: env.SUPABASE_URL,
      jwtSecret: env.SUPABASE_JWT_SECRET,
      clock,
    }),
    directory: createSupabaseDirectory({
      supabaseUrl: env.SUPABASE_URL,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    }),
    payments: createStripePayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecrets: [env.STRIPE_WEBHOOK_SECRET, ...env.STRIPE_WEBHOOK_SECRET_PREVIOUS],
      apiUrl: env.STRIPE_API_URL,
      invoicing: env.INVOICES === "on" ? { tax: env.STRIPE_TAX === "on" } : null,
    }),
    metering: createMetering(METER),
    gateway: createGateway({
      meterOf: metersOf(METER),
      prices: new CurrentPrices({ read: (now, known) => readPrices(database(), now, known), now: clock.now }),
      settings: { unknownFields: env.UNKNOWN_FIELDS, attribution: env.ATTRIBUTION === "pseudonym" },
      upstream: {
        url: env.UPSTREAM_URL,
        apiKey: env.UPSTREAM_API_KEY ?? null,
        openPaths: env.UPSTREAM_OPEN_PATHS,
      },
    }),
    clock,
    limits: { account: ACCOUNT_RATE, address: ADDRESS_RATE },
    keySecrets: keySecretsOf(env),
    appOrigin: env.APP_ORIGIN,
    healthToken: env.HEALTH_TOKEN,
    metricsToken: env.METRICS_TOKEN,
    mailFrom: env.MAIL_FROM,
    seller: env.SELLER,
    operators: env.OPERATORS,
    tracing: tracingOf("api", env),
  });
}

/** Once per isolate, at its first request: a wrong configuration fails requests, not deployments. */
let api: ApiApp | undefined;

function apiOf(env: Cloudflare.Env): ApiApp {
  api ??= compose(parseApiEnv(env), env);
  return api;
}

/** Requests from the internet: `/v1` has a route of its own. */
export default {
  async fetch(request, env, executionContext) {
    try {
      return await apiOf(env).fetch(request, {}, executionContext);
    } catch (error) {
      return failedToStart(error);
    }
  },
} satisfies ExportedHandler<Cloudflare.Env>;

/** Web would respond like this in place of the api worker. */
function failedToStart(error: unknown): Response {
  const requestId = newRequestId();
  logEvent("error", {
    event: "api_failed",
    worker: "api",
    request_id: requestId,
    causes: describeError(error),
  });
  const { message, status, type } = GATEWAY_ERRORS.internal_error;
  const failure = { code: "internal_error", type, message, status, param: null, requestId };
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json(errorBody("openai", failure), { status, headers });
}

/** Requests from latchkey-web, which has given each of them an id. */
export class FromWeb extends WorkerEntrypoint<Cloudflare.Env> {
  override fetch(request: Request): Response | Promise<Response> {
    const requestId = requestIdFrom(request.headers);
    return apiOf(this.env).fetch(request, { requestId }, this.ctx);
  }
}
