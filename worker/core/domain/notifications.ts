import type { BudgetPeriod } from "./gateway/budgets.ts";
import type { Product } from "./products.ts";

/** In the order in which the settings list them. */
export const NOTIFICATION_KINDS = [
  "low_balance",
  "payment_received",
  "payment_failed",
  "key_expiring",
  "budget_reached",
  "key_refused",
  "new_sign_in",
  "invitation_accepted",
  "charging_changed",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The defaults for email; the trigger `notifications_ways` holds the same list. */
export const MAILED_BY_DEFAULT: readonly NotificationKind[] = [
  "low_balance",
  "payment_failed",
  "key_expiring",
  "budget_reached",
  "key_refused",
  "new_sign_in",
  "charging_changed",
];

/** The platform limits a cron run's outgoing requests. */
export const MAILS_PER_RUN = 40;
/** Accounts that a run notifies of announcements. Their emails leave room for others, and none gets too old to send. */
export const ANNOUNCED_PER_RUN = MAILS_PER_RUN / 2;
export const NOTIFICATION_DAYS = 90;
/** Counting unread notifications stops here. */
export const MOST_UNREAD = 100;
/** Days before its expiry at which a key's owner is notified. */
export const EXPIRY_NOTICE_DAYS = [1, 7] as const;

export type BudgetLevel = 80 | 100;
/** At or above this percentage, a refused request means that the budget is used up. */
export const BUDGET_WARNING: BudgetLevel = 80;

interface PaymentFacts {
  order: string;
  product: Product;
  currency: "usd" | "inr";
  amount_minor: number;
}

/** The stored data by kind. Money in micro-dollars, times in epoch ms. */
export interface NotificationFacts {
  low_balance: { balance: number };
  payment_received: PaymentFacts;
  payment_failed: PaymentFacts;
  key_expiring: { key: string; name: string; expires_at: number; days: number };
  budget_reached: {
    key: string;
    name: string;
    period: BudgetPeriod;
    level: BudgetLevel;
    budget: number;
    spent: number;
    resets_at: number;
  };
  /** `code` is one of `LASTING_CAUSES`; `revoked` tells `invalid_api_key` of a revoked key from that of an expired one. */
  key_refused: {
    key: string;
    name: string;
    code: string;
    since: number;
    requests: number;
    revoked: boolean;
  };
  new_sign_in: { device: string | null; country: string | null };
  invitation_accepted: { email: string };
  charging_changed: object;
}

export type NotificationPayload = {
  [Kind in NotificationKind]: { kind: Kind } & NotificationFacts[Kind];
}[NotificationKind];
