import { findingsOf } from "#core/domain/alerts.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { readAlertFacts } from "#core/storage/alert-facts.ts";
import { storeFindings } from "#core/storage/alerts.ts";
import { probeWrite } from "#core/storage/health.ts";
import { forgetPaymentEvents } from "#core/storage/payment-events.ts";
import { type AlertTargets, sendAlertNotices, sendUnstored } from "./send-alert-notices.ts";

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
    await sendUnstored(ctx, now);
    throw error;
  }
  const findings = findingsOf(await readAlertFacts(db, now), now);
  const targets = [...(ctx.mailer === null ? [] : ctx.emails), ...(ctx.webhook === null ? [] : ["webhook"])];
  const { recovered } = await storeFindings(db, findings, { now, targets });
  const { sent, reasons } = await sendAlertNotices(ctx);
  await forgetPaymentEvents(db, now);
  const firing = findings.map(({ name, subject }) => `${name} ${subject}`.trimEnd());
  return { firing: firing.slice(0, MAX_LISTED), recovered, sent, reasons };
}
