import { WORTH_A_MAIL_MS } from "#core/domain/cron.ts";
import { MAILS_PER_RUN } from "#core/domain/notifications.ts";
import type { Mailer, MailOutcome } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { type DueMail, finishMail, takeDueMails } from "#core/storage/mail-outbox.ts";
import { type MailLinks, mailOf } from "./mail-of.ts";
import { parsePayload } from "./payload.ts";

interface MailingContext extends ServiceContext, MailLinks {
  mailer: Mailer | null;
}

export interface MailReport {
  sent: number;
  /** Will be tried again. */
  later: number;
  /** Never accepted by the provider. */
  refused: number;
  dropped: number;
  reasons: string[];
}

/** The first email that must wait ends the run. Safe to repeat, overlap or interrupt: no email is sent twice. */
export async function sendEmails(ctx: MailingContext): Promise<MailReport> {
  const now = ctx.clock.now();
  const limit = ctx.mailer === null ? 0 : MAILS_PER_RUN;
  const { due, dropped } = await takeDueMails(ctx.db, { now, before: now - WORTH_A_MAIL_MS, limit });
  const report: MailReport = { sent: 0, later: 0, refused: 0, dropped, reasons: [] };
  for (const mail of due) {
    const { outcome, reason } = await sendOne(ctx, mail);
    report[outcome] += 1;
    if (outcome === "sent") continue;
    if (!report.reasons.includes(reason)) report.reasons.push(reason);
    if (outcome === "later") break;
  }
  return report;
}

async function sendOne(ctx: MailingContext, due: DueMail): Promise<MailOutcome> {
  const result = await deliver(ctx, due);
  if (result.outcome === "sent") await finishMail(ctx.db, due.id, ctx.clock.now());
  if (result.outcome === "refused") await finishMail(ctx.db, due.id, null);
  return result;
}

async function deliver(ctx: MailingContext, due: DueMail): Promise<MailOutcome> {
  const { mailer, appOrigin, supportContact } = ctx;
  const payload = parsePayload(due);
  if (mailer === null || payload === null || !due.email)
    return { outcome: "refused", reason: "no recipient" };
  return await mailer.send(mailOf(payload, { to: due.email, appOrigin, supportContact }), keyOf(due));
}

/** With the time, since a restored database may reuse an id. */
const keyOf = ({ id, createdAt }: DueMail) => `latchkey-notification-${id}-${createdAt}`;
