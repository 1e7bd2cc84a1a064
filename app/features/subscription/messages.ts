export const subscriptionMessages = {
  loadFailed: "Unable to load subscription data",
} as const;
