/** Apart from the others: it is in every page. */
export const bellMessages = {
  title: "Notifications",
  unread: (count: number) => `Notifications, ${count} unread`,
} as const;
