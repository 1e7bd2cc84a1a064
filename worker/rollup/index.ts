import { recordRun, type StepRun } from "#core/services/health/record-run.ts";
import { retireReplacedKeys } from "#core/services/keys/retire-replaced-keys.ts";
import { keepNotifications } from "#core/services/notifications/keep-notifications.ts";
import { sendMails } from "#core/services/notifications/send-mails.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { importUsage } from "#core/services/usage-import/import-usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { describeError } from "../api/describe-error.ts";
import { BUILD, VERSION_PATH, versionResponse } from "../build-info.ts";
import { keySecretsOf } from "../env-schema.ts";
import { logEvent } from "../log.ts";
import { parseRollupEnv } from "./env.ts";
import { mailingOf } from "./mailer.ts";
import { runSteps } from "./run-steps.ts";
import { usageSourceOf } from "./usage-source.ts";

const clock = { now: () => Date.now() };
/** The meters are the api worker's; they read the balance again before they refuse for want of money. */
const metering = { refresh: async () => {} };

function compose(env: unknown) {
  const settings = parseRollupEnv(env);
  return {
    db: openDatabase({ url: settings.LIBSQL_URL, authToken: settings.LIBSQL_AUTH_TOKEN }),
    clock,
    metering,
    requestId: crypto.randomUUID(),
    payments: createStripePayments({
      secretKey: settings.STRIPE_SECRET_KEY,
      apiUrl: settings.STRIPE_API_URL,
    }),
    keySecrets: keySecretsOf(settings),
    retentionDays: settings.USAGE_RETENTION_DAYS,
    usageSource: settings.SUPABASE_USAGE_IMPORT === "on" ? () => usageSourceOf(settings) : null,
    mailing: () => mailingOf(settings),
  };
}

/** Failures are thrown on, so that the platform records the run as failed; the next run takes up the rest. */
async function scheduled({ cron }: Pick<ScheduledController, "cron">, env: unknown): Promise<void> {
  const ctx = compose(env);
  const { usageSource } = ctx;
  const started = clock.now();
  const steps = {
    ...(usageSource && { import: () => importUsage({ ...ctx, source: usageSource() }) }),
    usage: () => rollUpUsage(ctx),
    retention: () => retireUsage(ctx, { days: ctx.retentionDays }),
    payments: () => reconcilePayments(ctx),
    keys: () => retireReplacedKeys(ctx),
    notifications: () => keepNotifications(ctx),
    mails: async () => sendMails({ ...ctx, ...ctx.mailing() }),
  };
  const { done, failed, runs } = await runSteps(steps, clock);
  const unrecorded = await recorded(ctx, runs);
  const ms = clock.now() - started;
  const run = { request_id: ctx.requestId, cron, ms, failed };
  logEvent("log", { ...done, ...unrecorded, event: "cron_ran", worker: "rollup", ...run });
  if (failed.length > 0) throw new Error(`The run ${ctx.requestId} failed at: ${failed.join(", ")}.`);
}

/** The health report is missing something when this fails; what the run did stands. */
async function recorded(ctx: ReturnType<typeof compose>, runs: StepRun[]): Promise<object> {
  try {
    await recordRun(ctx, runs, BUILD);
    return {};
  } catch (error) {
    return { unrecorded: describeError(error) };
  }
}

/** Deployed it has no address; a local stack gives it one. */
const fetch = (request: Request) =>
  new URL(request.url).pathname === VERSION_PATH ? versionResponse() : new Response(null, { status: 404 });

const handler = { scheduled, fetch };
export default handler satisfies ExportedHandler;
