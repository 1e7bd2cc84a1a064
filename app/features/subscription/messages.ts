export const subscriptionMessages = {
  title: "Subscription Status",
  loadFailed: "Unable to load subscription data",
} as const;
