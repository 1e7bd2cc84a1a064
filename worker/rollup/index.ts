import { retireReplacedKeys } from "#core/services/keys/retire-replaced-keys.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { importUsage } from "#core/services/usage-import/import-usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { keySecretsOf } from "../env-schema.ts";
import { parseRollupEnv } from "./env.ts";
import { runSteps } from "./run-steps.ts";
import { usageSourceOf } from "./usage-source.ts";

const clock = { now: () => Date.now() };

function compose(env: unknown) {
  const settings = parseRollupEnv(env);
  return {
    db: openDatabase({ url: settings.LIBSQL_URL, authToken: settings.LIBSQL_AUTH_TOKEN }),
    clock,
    requestId: crypto.randomUUID(),
    payments: createStripePayments({
      secretKey: settings.STRIPE_SECRET_KEY,
      apiUrl: settings.STRIPE_API_URL,
    }),
    keySecrets: keySecretsOf(settings),
    usageSource: settings.SUPABASE_USAGE_IMPORT === "on" ? () => usageSourceOf(settings) : null,
  };
}

/** Failures are thrown on, so that the platform records the run as failed; the next run takes up the rest. */
async function scheduled({ cron }: Pick<ScheduledController, "cron">, env: unknown): Promise<void> {
  const ctx = compose(env);
  const { usageSource } = ctx;
  const started = clock.now();
  const { done, failed } = await runSteps({
    ...(usageSource && { import: () => importUsage({ ...ctx, source: usageSource() }) }),
    usage: () => rollUpUsage(ctx),
    payments: () => reconcilePayments(ctx),
    keys: () => retireReplacedKeys(ctx),
  });
  const ms = clock.now() - started;
  console.log(JSON.stringify({ event: "cron_ran", request_id: ctx.requestId, cron, ms, failed, ...done }));
  if (failed.length > 0) throw new Error(`The run ${ctx.requestId} failed at: ${failed.join(", ")}.`);
}

const handler = { scheduled, fetch: () => new Response(null, { status: 404 }) };
export default handler satisfies ExportedHandler;
