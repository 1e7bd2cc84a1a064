import { HOUR_MS, MINUTE_MS } from "./time.ts";

/** What the cron watches. Each has a section of this name in the runbook (docs/operations.md, "Alerts"). */
export const ALERTS = {
  database_unwritable: { severity: "critical", title: "Database can't be written" },
  cron_step_failing: { severity: "critical", title: "Cron step failing" },
  ledger_unequal: { severity: "critical", title: "Ledger doesn't add up" },
  provider_errors: { severity: "critical", title: "Provider error share" },
  payments_differ: { severity: "critical", title: "Payments differ from Stripe's" },
  stripe_events_failing: { severity: "warning", title: "Stripe events not processed" },
  stripe_events_missing: { severity: "warning", title: "Stripe events missing" },
  refunds_overdue: { severity: "warning", title: "Refunds overdue" },
  usage_above_hold: { severity: "warning", title: "Usage above hold" },
  usage_behind: { severity: "warning", title: "Roll-up behind" },
  emails_waiting: { severity: "warning", title: "Emails not sent" },
} as const satisfies Record<string, { severity: AlertSeverity; title: string }>;
export type AlertName = keyof typeof ALERTS;
export type AlertSeverity = "critical" | "warning";

export const isAlertName = (name: string): name is AlertName => Object.hasOwn(ALERTS, name);

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
