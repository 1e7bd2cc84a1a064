import { paths } from "#app/lib/paths.ts";
import type { Notification } from "#core/contract/notifications.ts";
import type { OptionalKind } from "#core/domain/notifications.ts";

export const notificationMessages = {
  markAll: "Mark all as read",
  loadFailed: "Could not load your notifications",
  settingsFailed: "Could not load your notification settings",
  markFailed: { title: "Error", description: "Failed to mark notifications as read. Please try again." },
  empty: {
    title: "No notifications yet",
    description: "Payments, a low balance, budgets, refused or expiring keys and new sign-ins appear here.",
  },
  settings: "Notification settings",
  settingFailed: { title: "Error", description: "Failed to save the setting. Please try again." },
  emailsGoTo: (email: string) => `Emails go to ${email}.`,
  noEmail: "This service doesn’t send email yet.",
} as const;

export const kindMessages: Record<OptionalKind, { title: string; description: string }> = {
  low_balance: {
    title: "Low balance",
    description: "Your balance falls below the amount in your billing settings.",
  },
  spend_alert: {
    title: "Spend alert",
    description: "A month’s spend reaches an amount in your billing settings.",
  },
  payment_pending: {
    title: "Payment pending",
    description: "A payment by bank is on its way, and isn’t in your balance yet.",
  },
  payment_received: { title: "Payment received", description: "A payment has arrived." },
  payment_failed: { title: "Payment failed", description: "A payment didn’t go through." },
  auto_top_up: {
    title: "Auto top-up",
    description: "Your saved card is charged, declined or removed, or a charge needs your confirmation.",
  },
  key_expiring: { title: "Key expiring", description: "A key expires in a week, and again in a day." },
  budget_reached: { title: "Budget reached", description: "A key has used 80% or 100% of a budget." },
  key_refused: {
    title: "Key refused",
    description: "A key’s requests start being refused, and the cause lasts until you act.",
  },
  new_sign_in: { title: "New sign-in", description: "Someone signs in to your account from a new place." },
  invitation_accepted: { title: "Invitation accepted", description: "Someone you invited has joined." },
};

export function notificationPath({ kind, subject }: Pick<Notification, "kind" | "subject">): string {
  switch (kind) {
    case "low_balance":
    case "payment_failed":
      return paths.addBalance;
    case "spend_alert":
      return paths.spendAlerts;
    case "payment_pending":
    case "payment_received":
      return subject === null ? paths.billing : paths.receipt(subject);
    case "auto_top_up":
      return subject === null ? paths.billingSettings : paths.autoTopUpCharge(subject);
    case "key_expiring":
      return paths.apiKeys;
    case "budget_reached":
    case "key_refused":
      return subject === null ? paths.apiKeys : paths.keyUsage(subject);
    case "new_sign_in":
      return `${paths.profile}#sessions`;
    case "invitation_accepted":
      return paths.userManagement;
    case "security_changed":
      return `${paths.activity}?kind=access`;
  }
}
