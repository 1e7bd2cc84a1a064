import type { NotificationKind } from "#core/domain/notifications.ts";

export const notificationMessages = {
  markAll: "Mark all as read",
  loadFailed: "Your notifications could not be loaded",
  tryAgain: "The server gave no reason. Try again in a moment.",
  markFailed: { title: "Error", description: "Failed to mark notifications as read. Please try again." },
  empty: {
    title: "Nothing new",
    description: "Payments, a low balance, budgets, keys that expire and new sign-ins show up here.",
  },
  settings: "Notification settings",
  settingFailed: { title: "Error", description: "Failed to save the setting. Please try again." },
  mailsGoTo: (email: string) => `Emails go to ${email}.`,
  noMail: "This service does not send email yet.",
} as const;

/** What each kind is called in the settings, and when it comes. */
export const kindMessages: Record<NotificationKind, { title: string; description: string }> = {
  low_balance: { title: "Low balance", description: "Your balance falls below $5." },
  payment_received: { title: "Payment received", description: "A payment has arrived." },
  payment_failed: { title: "Payment failed", description: "A payment could not be collected." },
  key_expiring: { title: "Key expiring", description: "A key stops working in a week, and in a day." },
  budget_reached: { title: "Budget reached", description: "A key has used 80% or all of a budget." },
  new_sign_in: { title: "New sign-in", description: "Someone signs in from a new place." },
  invitation_accepted: { title: "Invitation accepted", description: "Someone you invited has joined." },
};
