import type { Clock } from "#core/ports.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { createSupabaseDirectory } from "#worker/adapters/supabase-directory.ts";
import { createSupabaseIdentity } from "#worker/adapters/supabase-identity.ts";
import { keySecretsOf, requestRulesOf } from "#worker/env-schema.ts";
import { requestIdFrom } from "#worker/http-headers.ts";
import { tracingOf } from "#worker/tracing.ts";
import { type ApiApp, createApi } from "./app.ts";
import type { ApiBindings } from "./bindings.ts";
import { type ApiEnv, parseApiEnv } from "./env.ts";

const clock: Clock = { now: () => Date.now() };

function compose(env: ApiEnv, { METER, ACCOUNT_RATE, ADDRESS_RATE }: ApiBindings): ApiApp {
  return createApi({
    openDatabase: () => openDatabase({ url: env.LIBSQL_URL, authToken: env.LIBSQL_AUTH_TOKEN }),
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
    clock,
    limits: { account: ACCOUNT_RATE, address: ADDRESS_RATE },
    keySecrets: keySecretsOf(env),
    requestRules: requestRulesOf(env),
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

/** Only latchkey-web reaches it, over its binding, so the id of a request is the one that web gave it. */
export default {
  fetch(request, env, executionContext) {
    api ??= compose(parseApiEnv(env), env);
    return api.fetch(request, { requestId: requestIdFrom(request.headers) }, executionContext);
  },
} satisfies ExportedHandler<ApiBindings>;
