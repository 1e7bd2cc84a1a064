import type { BudgetPeriod } from "./gateway/budgets.ts";
import type { Product } from "./products.ts";

/** What an account is told of, in the order in which its settings list them. */
export const NOTIFICATION_KINDS = [
  "low_balance",
  "payment_received",
  "payment_failed",
  "key_expiring",
  "budget_reached",
  "new_sign_in",
  "invitation_accepted",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Mailed unless the account says otherwise; the trigger `notifications_ways` says the same. */
export const MAILED_BY_DEFAULT: readonly NotificationKind[] = [
  "low_balance",
  "payment_failed",
  "key_expiring",
  "budget_reached",
  "new_sign_in",
];

/** How long notifications are kept, in days. */
export const NOTIFICATION_DAYS = 90;
/** More unread ones are not counted. */
export const MOST_UNREAD = 100;
/** Days before its end at which a key's owner is told of it. */
export const EXPIRY_NOTICE_DAYS = [1, 7] as const;

/** Percent of a budget at which a key's owner is told of it. */
export type BudgetLevel = 80 | 100;
/** From this percentage on a refused request means that the budget is used up. */
export const BUDGET_WARNING: BudgetLevel = 80;

interface PaymentFacts {
  order: string;
  product: Product;
  currency: "usd" | "inr";
  amount_minor: number;
}

/** What is stored of each kind. Money in micro-dollars, times in epoch ms. */
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
  new_sign_in: { device: string | null; country: string | null };
  invitation_accepted: { email: string };
}

/** A notification's kind with what is known of it. */
export type Told = { [Kind in NotificationKind]: { kind: Kind } & NotificationFacts[Kind] }[NotificationKind];
