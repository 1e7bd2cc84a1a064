/** Apart from the other messages, since every page loads them. */
export const bellMessages = {
  title: "Notifications",
  unread: (count: number) => `Notifications, ${count} unread`,
} as const;
