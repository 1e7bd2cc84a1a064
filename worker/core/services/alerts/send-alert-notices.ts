import { ageText, describeAlert } from "#core/domain/alerts.ts";
import { HOUR_MS, isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AlertWebhook, Mail, Mailer, MailOutcome } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { plainMail } from "#core/services/notifications/mail-page.ts";
import {
  type AlertRow,
  type DueNotice,
  finishNotice,
  postponeNotice,
  takeDueNotices,
} from "#core/storage/alerts.ts";

/** Where notices go; without any of them, alerts are only stored. */
export interface AlertTargets {
  mailer: Mailer | null;
  emails: readonly string[];
  webhook: AlertWebhook | null;
  /** The address of the runbook's page. */
  runbook: string;
}

const NOTICES_PER_RUN = 20;

/** The first notice that a kind of target doesn't take now ends the run for that kind. */
export async function sendAlertNotices(
  ctx: ServiceContext & AlertTargets,
): Promise<{ sent: number; reasons: string[] }> {
  const due = await takeDueNotices(ctx.db, { now: ctx.clock.now(), limit: NOTICES_PER_RUN });
  const down = new Set<string>();
  const reasons = new Set<string>();
  let sent = 0;
  for (const notice of due) {
    const channel = notice.target === WEBHOOK ? WEBHOOK : "email";
    if (down.has(channel)) continue;
    const { outcome, reason } = await deliver(ctx, notice);
    if (outcome === "sent") sent += 1;
    else reasons.add(`${channel}: ${reason}`);
    if (outcome === "later") down.add(channel);
    await recordOutcome(ctx, notice, { outcome, reason });
  }
  return { sent, reasons: [...reasons] };
}

/** The target of the one webhook. */
export const WEBHOOK = "webhook";

async function recordOutcome({ db, clock }: ServiceContext, { id }: DueNotice, result: MailOutcome) {
  const { outcome, reason } = result;
  if (outcome === "later") return postponeNotice(db, id, reason);
  const sent = outcome === "sent";
  return finishNotice(db, id, { sentAt: sent ? clock.now() : null, error: sent ? null : reason });
}

async function deliver(ctx: AlertTargets, { kind, target, alert }: DueNotice): Promise<MailOutcome> {
  const notice = noticeOf(ctx, alert, kind);
  const key = `latchkey-alert-${alert.id}-${alert.startedAt}-${kind}`;
  const missing: MailOutcome = { outcome: "refused", reason: "no longer configured" };
  if (target === WEBHOOK) return (await ctx.webhook?.send(messageOf(notice, kind), key)) ?? missing;
  if (ctx.mailer === null || !ctx.emails.includes(target)) return missing;
  return ctx.mailer.send(mailOf(notice, kind, target), `${key}-${target}`);
}

/**
 * Reports a database that can't be written. Nothing can be stored, so the key names the hour: whoever receives it twice
 * takes it as one.
 */
export async function sendUnstored(ctx: AlertTargets, now: number): Promise<void> {
  const summary = "The cron can't write to the database. Keys keep working, and their usage is posted later.";
  const alert = {
    id: 0,
    name: "database_unwritable",
    subject: "",
    summary,
    startedAt: now,
    recoveredAt: null,
  };
  const notice = noticeOf(ctx, alert, "firing");
  const key = `latchkey-alert-database-${Math.floor(now / HOUR_MS)}`;
  await ctx.webhook?.send(messageOf(notice, "firing"), key);
  for (const email of ctx.emails) await ctx.mailer?.send(mailOf(notice, "firing", email), `${key}-${email}`);
}

type Kind = DueNotice["kind"];
type Notice = ReturnType<typeof noticeOf>;

function noticeOf(
  { runbook }: AlertTargets,
  { name, startedAt, recoveredAt, ...rest }: AlertRow,
  kind: Kind,
) {
  const { severity, title } = describeAlert(name);
  const lasted = kind === "recovered" && recoveredAt !== null ? ageText(recoveredAt - startedAt) : null;
  return {
    ...rest,
    name,
    severity,
    title,
    startedAt,
    recoveredAt,
    lasted,
    runbook: `${runbook}#${anchorOf(kind === "test" ? RUNBOOK_SECTION : title)}`,
  };
}

/** Of the runbook, around the sections of the rules. */
const RUNBOOK_SECTION = "Alerts";

/** As GitHub names a heading. */
export const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");

/** The body of the webhook, in the form of Standard Webhooks. */
const messageOf = ({ name, subject, severity, title, summary, ...notice }: Notice, kind: Kind) => ({
  type: `alert.${kind}`,
  timestamp: isoTime(kind === "recovered" ? (notice.recoveredAt ?? notice.startedAt) : notice.startedAt),
  data: {
    alert: name,
    subject,
    severity,
    title,
    summary,
    runbook: notice.runbook,
    started_at: isoTime(notice.startedAt),
    recovered_at: isoTimeOrNull(notice.recoveredAt),
  },
});

const WORDS = { critical: "Critical", warning: "Warning", recovered: "Recovered" };

function mailOf({ severity, title, summary, lasted, runbook }: Notice, kind: Kind, to: string): Mail {
  const word = WORDS[kind === "recovered" ? kind : severity];
  const text = lasted === null ? summary : `Recovered after ${lasted}. It was: ${summary}`;
  return plainMail({
    to,
    title: kind === "test" ? title : `${word}: ${title}`,
    text,
    action: { label: "Open the runbook", href: runbook },
    reason: "You receive this email because your address is in ALERT_EMAILS.",
  });
}
