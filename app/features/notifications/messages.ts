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
