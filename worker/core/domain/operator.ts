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

export const OPERATOR_ACTIONS = [
  "credit.granted",
  "credit.taken_back",
  "plan.set",
  "account.suspended",
  "account.resumed",
  "keys.revoked",
  "key.revoked",
  "prices.published",
  "prices.canceled",
  "prices.rolled_back",
  "refund.requested",
  "payment.refunded",
  "event.retried",
  "event.closed",
  "comparison.started",
  "difference.closed",
  "alert.acknowledged",
  "alert.closed",
  "alert.muted",
  "alert.unmuted",
  "alert.tested",
  "email.resent",
] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

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
