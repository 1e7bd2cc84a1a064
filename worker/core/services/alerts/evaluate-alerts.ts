import { type AlertName, findingsOf } from "#core/domain/alerts.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { readAlertFacts } from "#core/storage/alert-facts.ts";
import { readMutes } from "#core/storage/alert-mutes.ts";
import type { AlertSettings } from "#core/storage/alert-settings.ts";
import { storeFindings } from "#core/storage/alerts.ts";
import type { Database } from "#core/storage/database.ts";
import { probeWrite } from "#core/storage/health.ts";
import { forgetPaymentEvents } from "#core/storage/payment-events.ts";
import { type AlertTargets, sendAlertNotices, sendUnstored, WEBHOOK } from "./send-alert-notices.ts";

interface AlertsReport {
  /** As `name` or `name subject`. */
  firing: string[];
  recovered: number;
  sent: number;
  /** Why notices have to wait or were refused. */
  reasons: string[];
}

const MAX_LISTED = 20;

/**
 * Looks at the whole service, starts and ends alerts, and sends a notice of each change once per target. A database that
 * can't be written is reported at most once an hour, and the step fails. Safe to repeat, overlap or interrupt.
 */
export async function evaluateAlerts(ctx: ServiceContext & AlertTargets): Promise<AlertsReport> {
  const { db, clock } = ctx;
  const now = clock.now();
  try {
    await probeWrite(db, now);
  } catch (error) {
    if (!(await isMuted(db, "database_unwritable", now))) await sendUnstored(ctx, now);
    throw error;
  }
  const findings = findingsOf(await readAlertFacts(db, now), now);
  const { recovered } = await storeFindings(db, findings, { now, settings: settingsOf(ctx) });
  const { sent, reasons } = await sendAlertNotices(ctx);
  await forgetPaymentEvents(db, now);
  const firing = findings.map(({ name, subject }) => `${name} ${subject}`.trimEnd());
  return { firing: firing.slice(0, MAX_LISTED), recovered, sent, reasons };
}

/** A database that can't be read mutes nothing. */
const isMuted = (db: Database, name: AlertName, now: number) =>
  readMutes(db, now).then(
    (mutes) => mutes.has(name),
    () => false,
  );

/** For the desk, which has none of these settings. */
const settingsOf = ({ mailer, emails, webhook, runbook }: AlertTargets): AlertSettings => ({
  targets: [
    ...(mailer === null
      ? []
      : emails.map((email) => ({ target: email, kind: "email" as const, name: email }))),
    ...(webhook === null ? [] : [{ target: WEBHOOK, kind: "webhook" as const, name: webhook.host }]),
  ],
  // Without its address, the runbook has only a name.
  runbook: URL.canParse(runbook) ? runbook : null,
});
