import { ageText, minuteText } from "#core/domain/alert-findings.ts";
import { describeAlert } from "#core/domain/alerts.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
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
  const key = keyOf(alert, kind);
  const missing: MailOutcome = { outcome: "refused", reason: "no longer configured" };
  if (target === WEBHOOK) return (await ctx.webhook?.send(messageOf(notice, kind), key)) ?? missing;
  if (ctx.mailer === null || !ctx.emails.includes(target)) return missing;
  return ctx.mailer.send(mailOf(notice, kind, target), `${key}-${target}`);
}

/** The beginning of an outage may be sent before it is stored, and again after that. */
const keyOf = ({ id, name, startedAt }: AlertRow, kind: Kind) =>
  name === "database_unwritable" && kind === "firing"
    ? `latchkey-alert-database-${startedAt}`
    : `latchkey-alert-${id}-${startedAt}-${kind}`;

/**
 * Reports an outage that can't be stored to the targets that don't have its notice yet. The key names its start: whoever receives it
 * twice takes it as one. @returns each target that accepted the notice.
 */
export async function* sendUnstored(
  ctx: AlertTargets,
  { since, notified, summary }: { since: number; notified: readonly string[]; summary: string },
): AsyncGenerator<string> {
  const alert: AlertRow = {
    id: 0,
    name: "database_unwritable",
    subject: "",
    summary,
    startedAt: since,
    recoveredAt: null,
    closedBy: null,
    note: null,
  };
  const notice = noticeOf(ctx, alert, "firing");
  const key = keyOf(alert, "firing");
  const isNotified = (target: string) => notified.includes(target);
  if (ctx.webhook !== null && !isNotified(WEBHOOK)) {
    const { outcome } = await ctx.webhook.send(messageOf(notice, "firing"), key);
    if (outcome === "sent") yield WEBHOOK;
  }
  for (const email of ctx.emails) {
    if (isNotified(email)) continue;
    const sent = await ctx.mailer?.send(mailOf(notice, "firing", email), `${key}-${email}`);
    if (sent?.outcome === "sent") yield email;
  }
}

type Kind = DueNotice["kind"];
type Notice = ReturnType<typeof noticeOf>;

function noticeOf(
  { runbook }: AlertTargets,
  { name, startedAt, recoveredAt, ...rest }: AlertRow,
  kind: Kind,
) {
  const { severity, title } = describeAlert(name);
  return {
    ...rest,
    name,
    severity,
    title,
    startedAt,
    recoveredAt,
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

const TEXTS: Record<Kind, (notice: Notice) => string> = {
  firing: ({ summary, startedAt }) => `${summary} Since ${minuteText(startedAt)}.`,
  recovered: (notice) => `${endText(notice)} It was: ${notice.summary}`,
  test: ({ summary }) => summary,
};

const endText = ({ startedAt, recoveredAt, closedBy, note }: Notice) =>
  recoveredAt === null
    ? `Closed by ${closedBy ?? ""}: ${note ?? ""}.`
    : `Recovered after ${ageText(recoveredAt - startedAt)}, at ${minuteText(recoveredAt)}.`;

function mailOf(notice: Notice, kind: Kind, to: string): Mail {
  const { severity, title, runbook } = notice;
  const word = WORDS[kind === "recovered" ? kind : severity];
  return plainMail({
    to,
    title: kind === "test" ? title : `${word}: ${title}`,
    text: TEXTS[kind](notice),
    action: { label: "Open the runbook", href: runbook },
    reason: "You receive this email because your address is in ALERT_EMAILS.",
  });
}
