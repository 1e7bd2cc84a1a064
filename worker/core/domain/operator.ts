import { decimalCents, MICROS_PER_CENT } from "./money.ts";
import { MINUTE_MS } from "./time.ts";

/** `stopped` by its owner; `suspended` by an operator, which counts before it. */
export const ACCOUNT_STATUSES = ["active", "stopped", "suspended", "closed"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const ACCOUNT_VIEWS = ["all", "suspended", "negative", "low", "new"] as const;
export type AccountView = (typeof ACCOUNT_VIEWS)[number];

export const ACCOUNT_SORTS = ["spend", "balance", "requests", "last_request", "created"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** Days for which an account is new. */
export const NEW_ACCOUNT_DAYS = 7;

/** `desk` is the operator's screen, `command` `npm run operator`, `system` the cron. */
export const OPERATOR_VIAS = ["desk", "command", "system"] as const;
export type OperatorVia = (typeof OPERATOR_VIAS)[number];

/** The actions of operators as they are recorded, and as the desk names them. */
export const OPERATOR_ACTION_LABELS = {
  "credit.granted": "Granted credit",
  "credit.taken_back": "Took back credit",
  "plan.set": "Set plan",
  "account.suspended": "Suspended account",
  "account.resumed": "Resumed account",
  "keys.revoked": "Revoked all keys",
  "key.revoked": "Revoked a key",
  "prices.published": "Published prices",
  "prices.canceled": "Canceled a price list",
  "prices.rolled_back": "Rolled back prices",
  "refund.requested": "Requested a refund",
  "payment.refunded": "Refunded a payment",
  "event.retried": "Retried a Stripe event",
  "event.closed": "Closed a Stripe event",
  "comparison.started": "Compared payments with Stripe",
  "difference.closed": "Closed a payment difference",
  "alert.acknowledged": "Acknowledged an alert",
  "alert.closed": "Closed an alert",
  "alert.muted": "Muted an alert",
  "alert.unmuted": "Unmuted an alert",
  "alert.tested": "Sent a test alert",
  "email.resent": "Resent an email",
} as const satisfies Record<string, string>;
export type OperatorAction = keyof typeof OPERATOR_ACTION_LABELS;

// Its keys are those of the table, which isn't empty.
export const OPERATOR_ACTIONS = Object.keys(OPERATOR_ACTION_LABELS) as [OperatorAction, ...OperatorAction[]];

/** `waiting` for its next attempt; `not_sent` when the provider refused it, or it became too old. */
export const EMAIL_STATUSES = ["sent", "waiting", "not_sent"] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

export const OPERATOR_REASON_MAX = 200;

/** Work that waits for longer than this doesn't go on by itself. */
export const STUCK_MS = 5 * MINUTE_MS;

/** Amounts are whole cents, so a fraction of a cent stays. */
export function takeBackRefusal(balanceMicros: number): string {
  const balance = `The balance is ${decimalCents(balanceMicros)}`;
  return balanceMicros < MICROS_PER_CENT
    ? `${balance}, so nothing can be taken back.`
    : `${balance}; no more than that can be taken back.`;
}
