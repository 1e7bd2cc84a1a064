export const subscriptionMessages = {
  title: "Subscription Status",
  loadFailed: "Unable to load subscription data",
  drawsOnBalance: "When the plan is used up, pay from the balance",
  changeFailed: { title: "Error", description: "Failed to change your plan. Please try again." },
} as const;
