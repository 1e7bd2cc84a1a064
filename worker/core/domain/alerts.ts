import { HOUR_MS, MINUTE_MS } from "./time.ts";

export const RECENT_MS = 15 * MINUTE_MS;
const STEP_FAILING_MS = 5 * MINUTE_MS;
export const LEAST_REQUESTS = 20;
export const ERROR_SHARE = 0.05;
export const THROTTLED_SHARE = 0.05;
/** The provider sends an event again after minutes, so one failure is no alert. */
export const EVENT_FAILING_MS = 5 * MINUTE_MS;
export const UNANNOUNCED_MS = 2 * HOUR_MS;
/** A payment may be settled by its page before its event arrives. */
export const EVENT_LATE_MS = 15 * MINUTE_MS;
export const REFUND_OVERDUE_MS = HOUR_MS;
export const UNROLLED_MS = 15 * MINUTE_MS;
export const MAIL_WAITING_MS = HOUR_MS;

/** An alert recovers when its condition has not held for this long. */
export const CALM_MS = 3 * MINUTE_MS;
/** A condition that no run has found for this long is a new one: nobody knows what was between. */
export const CONDITION_GAP_MS = 5 * MINUTE_MS;

/** Runs in a row that couldn't write. */
export const UNWRITABLE_RUNS = 3;

/** Rules whose condition has a duration of its own, or can't pass by itself. */
const AT_ONCE = 0;
/** Longer than what ends by itself: a lock, a restart, a burst. */
const BRIEFLY = 2 * MINUTE_MS;

/** What the cron watches. Each has a section of this name in docs/operations/runbook.md, below "Alerts". */
export const ALERTS = {
  database_unwritable: {
    severity: "critical",
    title: "Database can't be written",
    checks: `A test write fails in ${UNWRITABLE_RUNS} runs of the cron in a row. A busy database is waited for.`,
    holdsFor: AT_ONCE,
  },
  cron_step_failing: {
    severity: "critical",
    title: "Cron step failing",
    checks: `A step of the cron fails in every run of ${STEP_FAILING_MS / MINUTE_MS} minutes.`,
    holdsFor: STEP_FAILING_MS,
  },
  ledger_unequal: {
    severity: "critical",
    title: "Ledger doesn't add up",
    checks: "The balances of the ledger don't add up to 0.",
    holdsFor: AT_ONCE,
  },
  provider_errors: {
    severity: "critical",
    title: "Provider error share",
    checks: `The provider fails over ${ERROR_SHARE * 100}% of a model's requests in ${RECENT_MS / MINUTE_MS} minutes.`,
    holdsFor: BRIEFLY,
  },
  provider_throttling: {
    severity: "warning",
    title: "Provider throttles requests",
    checks: `The provider returns 429 for over ${THROTTLED_SHARE * 100}% of a model's requests in ${RECENT_MS / MINUTE_MS} minutes.`,
    holdsFor: BRIEFLY,
  },
  payments_differ: {
    severity: "critical",
    title: "Payments differ from Stripe's",
    checks: "The last daily comparison found a discrepancy that nobody closed.",
    holdsFor: AT_ONCE,
  },
  stripe_events_failing: {
    severity: "warning",
    title: "Stripe events not processed",
    checks: `An event from Stripe keeps failing for over ${EVENT_FAILING_MS / MINUTE_MS} minutes, and nobody closed it.`,
    holdsFor: AT_ONCE,
  },
  stripe_events_missing: {
    severity: "warning",
    title: "Stripe events missing",
    checks: "A payment was settled without an event from Stripe.",
    holdsFor: AT_ONCE,
  },
  refunds_overdue: {
    severity: "warning",
    title: "Refunds overdue",
    checks: "A refund has been due for over an hour.",
    holdsFor: AT_ONCE,
  },
  usage_above_hold: {
    severity: "warning",
    title: "Usage above hold",
    checks: `A request of the last ${RECENT_MS / MINUTE_MS} minutes cost more than was held.`,
    holdsFor: AT_ONCE,
  },
  usage_rejected: {
    severity: "critical",
    title: "Usage can't be stored",
    checks: "The database rejects the usage of an account, which then waits in the account's object.",
    holdsFor: AT_ONCE,
  },
  usage_behind: {
    severity: "warning",
    title: "Roll-up behind",
    checks: `Usage isn't rolled up ${UNROLLED_MS / MINUTE_MS} minutes after its request.`,
    holdsFor: BRIEFLY,
  },
  emails_waiting: {
    severity: "warning",
    title: "Emails not sent",
    checks: "An email has waited to be sent for over an hour.",
    holdsFor: BRIEFLY,
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
  /** For how long every run must find it before it fires, ms. */
  holdsFor: number;
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
