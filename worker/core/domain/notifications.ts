import type { BudgetPeriod } from "./gateway/budgets.ts";
import type { Product } from "./products.ts";

/** Kinds that have settings, in the order in which these list them. */
export const OPTIONAL_KINDS = [
  "low_balance",
  "spend_alert",
  "payment_pending",
  "payment_received",
  "payment_failed",
  "auto_top_up",
  "key_expiring",
  "budget_reached",
  "key_refused",
  "new_sign_in",
  "invitation_accepted",
] as const;
export type OptionalKind = (typeof OPTIONAL_KINDS)[number];

/** Nobody can silence `security_changed`: whoever has taken over a session would. */
export const NOTIFICATION_KINDS = [...OPTIONAL_KINDS, "security_changed"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The defaults for email. */
export const MAILED_BY_DEFAULT: readonly NotificationKind[] = [
  "low_balance",
  "spend_alert",
  "payment_failed",
  "auto_top_up",
  "key_expiring",
  "budget_reached",
  "key_refused",
  "new_sign_in",
  "security_changed",
];

/** The platform limits a cron run's outgoing requests. */
export const MAILS_PER_RUN = 40;
export const NOTIFICATION_DAYS = 90;
/** Counting unread notifications stops here. */
export const MOST_UNREAD = 100;
/** Days before its expiry at which a key's owner is notified. */
export const EXPIRY_NOTICE_DAYS = [1, 7] as const;

export const SECURITY_CHANGES = [
  "mfa_enabled",
  "mfa_disabled",
  "mfa_recovered",
  "password_changed",
  "method_linked",
  "method_removed",
  "token_created",
  "token_revoked",
  "tokens_revoked",
  "keys_stopped",
  "keys_started",
  "account_suspended",
  "account_resumed",
  "keys_revoked",
] as const;
export type SecurityChangeKind = (typeof SECURITY_CHANGES)[number];

export type BudgetLevel = 80 | 100;
/** At or above this percentage, a refused request means that the budget is used up. */
export const BUDGET_WARNING: BudgetLevel = 80;

interface PaymentFacts {
  order: string;
  product: Product;
  currency: "usd" | "inr";
  amount_minor: number;
}

interface ChargeFacts {
  order: string;
  amount_minor: number;
}

/** `reason` is a label; `card` is a card in words, such as “Visa •••• 4242”. */
export type AutoTopUpFacts =
  | ({ event: "succeeded" } & ChargeFacts)
  | ({ event: "declined"; reason: string; card: string } & ChargeFacts)
  | ({ event: "confirmation_needed"; confirm_by: number } & ChargeFacts)
  | ({ event: "not_confirmed" } & ChargeFacts)
  | { event: "limit_reached"; limit_minor: number; resets_at: number }
  | { event: "card_removed"; card: string };

/** The stored data by kind. Money in micro-dollars, times in epoch ms. */
export interface NotificationFacts {
  /** `threshold` is missing from those of before accounts could choose it. */
  low_balance: { balance: number; threshold?: number | undefined };
  /** `month` is the start of the UTC month that has spent `spent`. */
  spend_alert: { amount: number; spent: number; month: number };
  payment_pending: PaymentFacts & { arrives_by: number };
  payment_received: PaymentFacts;
  payment_failed: PaymentFacts;
  auto_top_up: AutoTopUpFacts;
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
  /** `code` is one of `LASTING_CAUSES`. */
  key_refused: {
    key: string;
    name: string;
    code: string;
    since: number;
    requests: number;
    revoked: boolean;
  };
  /** `at` and `city` are missing from old ones. */
  new_sign_in: {
    device: string | null;
    country: string | null;
    city?: string | null | undefined;
    at?: number | undefined;
  };
  invitation_accepted: { email: string };
  security_changed: {
    change: SecurityChangeKind;
    /** Such as Google, of a linked or removed one; the name of an access token. */
    method: string | null;
    at: number;
    /** Unknown where the change was only noticed afterwards. */
    device: string | null;
    city: string | null;
    country: string | null;
  };
}

export type NotificationPayload = {
  [Kind in NotificationKind]: { kind: Kind } & NotificationFacts[Kind];
}[NotificationKind];
