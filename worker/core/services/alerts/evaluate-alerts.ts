import { findingsOf } from "#core/domain/alert-findings.ts";
import type { OutageLog } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { readAlertFacts } from "#core/storage/alert-facts.ts";
import type { AlertSettings } from "#core/storage/alert-settings.ts";
import { storeFindings } from "#core/storage/alerts.ts";
import { forgetPaymentEvents } from "#core/storage/payment-events.ts";
import { endOutage } from "./database-outage.ts";
import { type AlertTargets, sendAlertNotices, WEBHOOK } from "./send-alert-notices.ts";

interface AlertsReport {
  /** As `name` or `name subject`; it fires once it held for its rule's duration. */
  found: string[];
  recovered: number;
  sent: number;
  /** Why notices have to wait or were refused. */
  reasons: string[];
}

const MAX_LISTED = 20;

/**
 * Looks at the whole service, starts and ends alerts, and sends a notice of each change once per target. Needs a database
 * that can be written (`checkDatabase`). Safe to repeat, overlap or interrupt.
 */
export async function evaluateAlerts(
  ctx: ServiceContext & AlertTargets & { outages: OutageLog },
): Promise<AlertsReport> {
  const { db, clock } = ctx;
  const now = clock.now();
  const settings = settingsOf(ctx);
  const findings = findingsOf(await readAlertFacts(db, now), now);
  const { recovered } = await storeFindings(db, findings, { now, settings });
  const { sent, reasons } = await sendAlertNotices(ctx);
  await forgetPaymentEvents(db, now);
  // Last, because the rest must not depend on what remembers outages.
  await endOutage(ctx, settings.targets);
  const found = findings.map(({ name, subject }) => `${name} ${subject}`.trimEnd());
  return { found: found.slice(0, MAX_LISTED), recovered, sent, reasons };
}

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
