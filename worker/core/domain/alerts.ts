import { HOUR_MS, MINUTE_MS } from "./time.ts";

export const RECENT_MS = 15 * MINUTE_MS;
const STEP_FAILING_MS = 5 * MINUTE_MS;
const LEAST_REQUESTS = 20;
const ERROR_SHARE = 0.05;
/** The provider sends an event again after minutes, so one failure is no alert. */
export const EVENT_FAILING_MS = 5 * MINUTE_MS;
export const UNANNOUNCED_MS = 2 * HOUR_MS;
/** A payment may be settled by its page before its event arrives. */
export const EVENT_LATE_MS = 15 * MINUTE_MS;
export const REFUND_OVERDUE_MS = HOUR_MS;
const UNROLLED_MS = 15 * MINUTE_MS;
export const MAIL_WAITING_MS = HOUR_MS;

/** An alert recovers when its condition has not held for this long. */
export const CALM_MS = 3 * MINUTE_MS;

/** What the cron watches. Each has a section of this name in docs/operations/runbook.md, below "Alerts". */
export const ALERTS = {
  database_unwritable: {
    severity: "critical",
    title: "Database can't be written",
    checks: "A test write fails.",
  },
  cron_step_failing: {
    severity: "critical",
    title: "Cron step failing",
    checks: `A step of the cron hasn't succeeded for ${STEP_FAILING_MS / MINUTE_MS} minutes.`,
  },
  ledger_unequal: {
    severity: "critical",
    title: "Ledger doesn't add up",
    checks: "The balances of the ledger don't add up to 0.",
  },
  provider_errors: {
    severity: "critical",
    title: "Provider error share",
    checks: `The provider fails over ${ERROR_SHARE * 100}% of a model's requests in ${RECENT_MS / MINUTE_MS} minutes.`,
  },
  payments_differ: {
    severity: "critical",
    title: "Payments differ from Stripe's",
    checks: "The last daily comparison found a discrepancy.",
  },
  stripe_events_failing: {
    severity: "warning",
    title: "Stripe events not processed",
    checks: `An event from Stripe keeps failing for over ${EVENT_FAILING_MS / MINUTE_MS} minutes.`,
  },
  stripe_events_missing: {
    severity: "warning",
    title: "Stripe events missing",
    checks: "A payment was settled without an event from Stripe.",
  },
  refunds_overdue: {
    severity: "warning",
    title: "Refunds overdue",
    checks: "A refund has been due for over an hour.",
  },
  usage_above_hold: {
    severity: "warning",
    title: "Usage above hold",
    checks: `A request of the last ${RECENT_MS / MINUTE_MS} minutes cost more than was held.`,
  },
  usage_behind: {
    severity: "warning",
    title: "Roll-up behind",
    checks: `Usage isn't rolled up ${UNROLLED_MS / MINUTE_MS} minutes after its request.`,
  },
  emails_waiting: {
    severity: "warning",
    title: "Emails not sent",
    checks: "An email has waited to be sent for over an hour.",
  },
} as const satisfies Record<string, AlertRule>;
export type AlertName = keyof typeof ALERTS;
export const ALERT_SEVERITIES = ["critical", "warning"] as const;
type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

interface AlertRule {
  severity: AlertSeverity;
  title: string;
  /** When it fires, in a sentence. */
  checks: string;
}

export const isAlertName = (name: string): name is AlertName => Object.hasOwn(ALERTS, name);

/** A notice that an operator sends to see whether notices arrive. It never fires. */
export const TEST_ALERT = "test";
/** By the name that was stored, which a later version may no longer know. */
export function describeAlert(name: string): Pick<AlertRule, "severity" | "title"> {
  if (name === TEST_ALERT) return { severity: "warning", title: "Test alert" };
  return isAlertName(name) ? ALERTS[name] : { severity: "warning", title: name };
}

export const ALERT_NOTICE_KINDS = ["firing", "recovered", "test"] as const;

/** Hours for which a rule can be muted. */
export const MUTE_HOURS = [1, 4, 24] as const;
export type MuteHours = (typeof MUTE_HOURS)[number];

/** Where notices go. */
export interface AlertTarget {
  /** An email address, or `webhook`. */
  target: string;
  kind: "email" | "webhook";
  /** The email address, or the webhook's host. */
  name: string;
}

/** A condition that holds now. */
export interface Finding {
  name: AlertName;
  /** What it is about, such as a model; `""` for the whole service. An alert fires once per subject. */
  subject: string;
  /** One or two sentences with the figures; no email address and no secret. */
  summary: string;
}

/** What the rules look at; times in epoch ms. */
export interface AlertFacts {
  steps: readonly { name: string; startedAt: number; succeededAt: number | null; failed: boolean }[];
  /** Of each model in the newest requests of the last `RECENT_MS`. */
  recent: readonly { model: string; requests: number; failed: number; aboveHold: number }[];
  /** Of all accounts of the ledger, micro-dollars. */
  ledgerSum: number;
  /** Of the last whole comparison with the payment provider. */
  paymentProblems: number;
  events: { failing: number; failingSince: number | null; lastAt: number | null; unannounced: number };
  overdueRefunds: { count: number; since: number | null };
  unrolledSince: number | null;
  waitingMails: { count: number; since: number | null };
}

/** Everything that is wrong at `now` (epoch ms). */
export function findingsOf(facts: AlertFacts, now: number): Finding[] {
  const { events, overdueRefunds, waitingMails } = facts;
  const whole = (name: AlertName, holds: boolean, summary: () => string): Finding[] =>
    holds ? [{ name, subject: "", summary: summary() }] : [];
  const since = (at: number | null) => ageText(now - (at ?? now));
  return [
    ...failingSteps(facts, now),
    ...failingModels(facts),
    ...whole(
      "ledger_unequal",
      facts.ledgerSum !== 0,
      () =>
        `All balances of the ledger should add up to 0, but their sum is ${facts.ledgerSum} micro-dollars.`,
    ),
    ...whole(
      "payments_differ",
      facts.paymentProblems > 0,
      () =>
        `The last daily comparison found ${counted(facts.paymentProblems, "discrepancy", "discrepancies")} that a person must look at.`,
    ),
    ...whole(
      "stripe_events_failing",
      events.failing > 0,
      () =>
        `${counted(events.failing, "event keeps", "events keep")} failing, the oldest for ${since(events.failingSince)}.`,
    ),
    ...whole(
      "stripe_events_missing",
      events.unannounced > 0,
      () =>
        `${counted(events.unannounced, "payment was", "payments were")} settled without an event from Stripe. ${lastEvent(events.lastAt, now)}`,
    ),
    ...whole(
      "refunds_overdue",
      overdueRefunds.count > 0,
      () =>
        `${counted(overdueRefunds.count, "refund is", "refunds are")} still due, the oldest for ${since(overdueRefunds.since)}.`,
    ),
    ...whole(
      "usage_behind",
      facts.unrolledSince !== null && now - facts.unrolledSince > UNROLLED_MS,
      () => `Usage from ${since(facts.unrolledSince)} ago isn't rolled up yet.`,
    ),
    ...whole(
      "emails_waiting",
      waitingMails.count > 0,
      () =>
        `${counted(waitingMails.count, "email waits", "emails wait")} to be sent, the oldest for ${since(waitingMails.since)}.`,
    ),
  ];
}

/** The run in progress isn't recorded yet, so a step that fails counts from the run before. */
const failingSteps = ({ steps }: AlertFacts, now: number): Finding[] =>
  steps
    .filter(({ failed, succeededAt }) => failed && now - (succeededAt ?? 0) > STEP_FAILING_MS)
    .map(({ name, succeededAt }) => ({
      name: "cron_step_failing",
      subject: name,
      summary:
        succeededAt === null
          ? `The step "${name}" has never succeeded.`
          : `The step "${name}" last succeeded ${ageText(now - succeededAt)} ago.`,
    }));

const failingModels = ({ recent }: AlertFacts): Finding[] =>
  recent.flatMap(({ model, requests, failed, aboveHold }): Finding[] => [
    ...(requests >= LEAST_REQUESTS && failed / requests > ERROR_SHARE
      ? [{ name: "provider_errors" as const, subject: model, summary: errorText(model, failed / requests) }]
      : []),
    ...(aboveHold > 0
      ? [{ name: "usage_above_hold" as const, subject: model, summary: aboveText(model, aboveHold) }]
      : []),
  ]);

const RECENT_TEXT = `the last ${RECENT_MS / MINUTE_MS} minutes`;
const errorText = (model: string, share: number) =>
  `${model}: the provider failed ${percent(share)} of the requests of ${RECENT_TEXT}. The limit is ${percent(ERROR_SHARE)}.`;
const aboveText = (model: string, count: number) =>
  `${model}: ${counted(count, "request", "requests")} of ${RECENT_TEXT} cost more than was held.`;

const lastEvent = (at: number | null, now: number) =>
  at === null ? "None has ever arrived." : `The last one arrived ${ageText(now - at)} ago.`;

const percent = (share: number) => `${(share * 100).toFixed(share * 100 < 10 ? 1 : 0).replace(/\.0$/, "")}%`;
const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

/** `34 min`, `2 h 15 min`, `3 days`. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}
