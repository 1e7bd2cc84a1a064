import type { Mailer, MailOutcome } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { type DueMail, finishMail, takeDueMails } from "#core/storage/mail-outbox.ts";
import { mailOf } from "./mail-of.ts";
import { toldBy } from "./told.ts";

const HOUR_MS = 3_600_000;
/** Less than the day for which the provider knows an idempotency key. */
const WORTH_A_MAIL_MS = 23 * HOUR_MS;
/** The platform allows a run only so many calls. */
const MAX_A_RUN = 40;

interface MailingContext extends ServiceContext {
  /** Null where no mails are sent. */
  mailer: Mailer | null;
  /** Scheme and host the browser sees, without a trailing slash. */
  appOrigin: string;
}

export interface MailReport {
  sent: number;
  /** Will be tried again. */
  later: number;
  /** The provider will never take them. */
  refused: number;
  /** Became too old before they could be sent. */
  dropped: number;
  /** What the provider said of those it did not take. */
  reasons: string[];
}

/**
 * Mails the notifications that are due, one after the other; the first that has to wait ends the run, since the next
 * would have to as well. What a run leaves is for later ones, for 23 hours. Repeating, overlapping or breaking it off
 * sends no mail twice.
 */
export async function sendMails(ctx: MailingContext): Promise<MailReport> {
  const now = ctx.clock.now();
  const limit = ctx.mailer === null ? 0 : MAX_A_RUN;
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
  const result = await tell(ctx, due);
  if (result.outcome === "sent") await finishMail(ctx.db, due.id, ctx.clock.now());
  if (result.outcome === "refused") await finishMail(ctx.db, due.id, null);
  return result;
}

async function tell({ mailer, appOrigin }: MailingContext, due: DueMail): Promise<MailOutcome> {
  const told = toldBy(due);
  if (mailer === null || told === null || !due.email) return { outcome: "refused", reason: "nobody to tell" };
  return await mailer.send(mailOf(told, { to: due.email, appOrigin }), keyOf(due));
}

/** With its time, since a database that was restored may give a number out again. */
const keyOf = ({ id, createdAt }: DueMail) => `latchkey-notification-${id}-${createdAt}`;
