import type { OutageLog } from "#core/ports.ts";
import { checkDatabase } from "#core/services/alerts/database-outage.ts";
import { evaluateAlerts } from "#core/services/alerts/evaluate-alerts.ts";
import { topUpAccounts } from "#core/services/auto-top-up/top-up-accounts.ts";
import { syncCards } from "#core/services/cards/remove-card.ts";
import { recordRun, type StepRun } from "#core/services/health/cron-run.ts";
import { retireReplacedKeys } from "#core/services/keys/revoke-key.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { maintainNotifications } from "#core/services/notifications/maintain-notifications.ts";
import { sendEmails } from "#core/services/notifications/send-emails.ts";
import { comparePayments } from "#core/services/payments/compare-payments.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { completeReceipts } from "#core/services/receipts/payment-details.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { retireHours } from "#core/services/rollup/retire-hours.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { totalHours } from "#core/services/rollup/total-hours.ts";
import { importUsage } from "#core/services/usage-import/import-usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { BUILD, VERSION_PATH, versionResponse } from "#worker/build-info.ts";
import { keySecretsOf } from "#worker/env-schema.ts";
import { newRequestId } from "#worker/http-headers.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { parseRollupEnv } from "./env.ts";
import { alertingOf, heartbeatOf, mailingOf, usageSourceOf } from "./optional-adapters.ts";
import { runSteps } from "./run-steps.ts";

const clock = { now: () => Date.now() };
/** Meters belong to the api worker and read the balance again before they refuse a request for lack of it. */
const metering = { refresh: async () => {} };

/** Of the worker's configuration, beside its variables. */
export interface RollupBindings {
  OUTAGES: { getByName: (name: string) => OutageLog };
}

function compose({ OUTAGES, ...variables }: RollupBindings) {
  const settings = parseRollupEnv(variables);
  return {
    db: openDatabase({ url: settings.LIBSQL_URL, authToken: settings.LIBSQL_AUTH_TOKEN }),
    clock,
    metering,
    requestId: newRequestId(),
    payments: createStripePayments({
      secretKey: settings.STRIPE_SECRET_KEY,
      apiUrl: settings.STRIPE_API_URL,
    }),
    keySecrets: keySecretsOf(settings),
    retentionDays: settings.USAGE_RETENTION_DAYS,
    hoursRetentionDays: settings.USAGE_HOURS_RETENTION_DAYS,
    usageSource: settings.SUPABASE_USAGE_IMPORT === "on" ? () => usageSourceOf(settings) : null,
    mailSettings: () => mailingOf(settings),
    alertTargets: () => alertingOf(settings),
    outages: OUTAGES.getByName("database"),
    heartbeat: () => heartbeatOf(settings),
  };
}

/**
 * Without the database the other steps aren't run. A heartbeat says that the run came to its end and is recorded,
 * whatever failed in it: failing steps have an alert of their own. Throws failures on, so that the platform records the
 * run as failed; the next run takes up the rest.
 */
async function scheduled({ cron }: Pick<ScheduledController, "cron">, env: RollupBindings): Promise<void> {
  const ctx = compose(env);
  const { usageSource, hoursRetentionDays } = ctx;
  const started = clock.now();
  const steps = {
    async database() {
      await checkDatabase(ctx);
      return {};
    },
    ...(usageSource && { import: () => importUsage({ ...ctx, source: usageSource() }) }),
    usage: () => rollUpUsage(ctx),
    hours: () => totalHours(ctx),
    days: () => buildDays(ctx),
    books: () => bookDays(ctx),
    retention: () => retireUsage(ctx, { days: ctx.retentionDays }),
    ...(hoursRetentionDays !== null && {
      // Hours are never deleted before their raw rows.
      hourRetention: () => retireHours(ctx, { days: Math.max(hoursRetentionDays, ctx.retentionDays) }),
    }),
    payments: () => reconcilePayments(ctx),
    reconciliation: () => comparePayments(ctx),
    topUps: () => topUpAccounts(ctx),
    cards: () => syncCards(ctx),
    receipts: () => completeReceipts(ctx),
    keys: () => retireReplacedKeys(ctx),
    notifications: () => maintainNotifications(ctx),
    emails: async () => sendEmails({ ...ctx, ...ctx.mailSettings() }),
    alerts: async () => evaluateAlerts({ ...ctx, ...ctx.alertTargets() }),
  };
  const { done, failed, runs } = await runSteps(steps, { clock, needed: "database" });
  const ending = failed.includes("database") ? {} : await ended(ctx, runs);
  const ms = clock.now() - started;
  const run = { request_id: ctx.requestId, cron, ms, failed };
  logEvent("log", { ...done, ...ending, event: "cron_ran", worker: "rollup", ...run });
  if (failed.length > 0) throw new Error(`The run ${ctx.requestId} failed at: ${failed.join(", ")}.`);
}

/** A run that isn't recorded only leaves a gap in the health report. Its database must respond, or this takes long. */
async function ended(ctx: ReturnType<typeof compose>, runs: StepRun[]): Promise<object> {
  try {
    await recordRun(ctx, runs, BUILD);
  } catch (error) {
    return { unrecorded: describeError(error) };
  }
  return beat(ctx);
}

/** A missed one is for the operator's own monitor to notice. */
async function beat({ heartbeat }: ReturnType<typeof compose>): Promise<object> {
  try {
    await heartbeat()?.();
    return {};
  } catch (error) {
    return { heartbeat: describeError(error) };
  }
}

/** Only a local stack gives this worker an address. */
const fetch = (request: Request) =>
  new URL(request.url).pathname === VERSION_PATH ? versionResponse() : new Response(null, { status: 404 });

export const cron = { scheduled, fetch };
